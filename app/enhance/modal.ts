/** Opens mandatory dialogs as modals: they keep the focus until the person presses their button. */
for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[data-modal]")) {
  dialog.close();
  dialog.showModal();
  // Only dialogs with a close button may be closed with Escape.
  if (!dialog.querySelector("[method=dialog]")) dialog.addEventListener("cancel", (event) => event.preventDefault());
}
