/**
 * Shows one password in place of its button. If the call is refused, the form is posted, and the page says why.
 */
export function mount(element: HTMLElement): () => void {
  const form = element.querySelector("form");
  if (form) show(element).catch(() => form.requestSubmit(form.querySelector("button")));
  return () => undefined;
}

async function show(element: HTMLElement): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(element.getAttribute("src") ?? "", { method: "POST", headers });
  if (!response.ok) throw new Error(response.statusText);
  const { plainPassword } = (await response.json()) as { plainPassword: string | null };
  const text = document.createElement("span");
  text.textContent = plainPassword ?? element.dataset.none ?? "";
  // The button had the focus.
  text.tabIndex = -1;
  element.replaceChildren(text);
  text.focus({ preventScroll: true });
}
