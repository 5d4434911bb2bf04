/** What has to be read stands in front of the page and keeps the keyboard until it is left by its button. */
for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[data-modal]")) {
  dialog.close();
  dialog.showModal();
  // What closes by a button of its own closes by Escape too.
  if (!dialog.querySelector("[method=dialog]")) dialog.addEventListener("cancel", (event) => event.preventDefault());
}
