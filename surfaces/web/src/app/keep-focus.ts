/**
 * The focus never falls to the body: if what has it is removed, the nearest part around it that can take it gets it, where keys and
 * screen readers go on. A page that was just opened leaves the focus alone.
 */
export function keepFocus(): void {
  let around: Element[] = [];
  document.addEventListener("focusin", ({ target }) => {
    around = [];
    for (let part = target as Element | null; part !== null; part = part.parentElement) around.push(part);
  });
  new MutationObserver(() => {
    if (around[0] === undefined || around[0].isConnected || document.activeElement !== document.body) return;
    const place =
      around.find((part) => part.isConnected && part.matches("[tabindex]")) ?? document.querySelector("main");
    (place as HTMLElement | null)?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
