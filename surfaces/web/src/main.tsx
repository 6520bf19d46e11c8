import "@yourcall/react/style.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/buttons.css";
import "./style/ask-side.css";
import "./style/pane.css";
import "./style/panel.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { startSession } from "./app/session.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root.");
keepFocus();
createRoot(root).render(<App sessions={startSession()} />);
loadLaterParts();

/**
 * Keeps the focus from falling back to the body, so that keys and screen readers can continue: if the focused element is removed,
 * the focus goes to the nearest ancestor that can take it. If the element was pressed, the keys that follow are not for what comes in
 * its place, and the focus goes to what that ancestor's `data-focus` names. A page that was just opened leaves the focus alone.
 */
function keepFocus(): void {
  let around: Element[] = [];
  let wasPressed = false;
  document.addEventListener("focusin", ({ target }) => {
    around = [];
    wasPressed = !(target as Element).matches(":focus-visible");
    for (let part = target as Element | null; part !== null; part = part.parentElement) around.push(part);
  });
  new MutationObserver(() => {
    if (around[0] === undefined || around[0].isConnected || document.activeElement !== document.body) return;
    const near =
      around.find((part) => part.isConnected && part.matches("[tabindex]")) ?? document.querySelector("main");
    const named = wasPressed ? near?.getAttribute("data-focus") : null;
    ((named ? near?.querySelector(named) : near) as HTMLElement | null)?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * Loads the rest of the code right after the first view, because later another program may have the hub's port, and an open tab must
 * not load code from it. What is loaded this way is never requested again, even if it is first used much later. Styles apply at once.
 */
function loadLaterParts(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="later"]')?.content ?? "";
  const load = () => {
    for (const name of names.split(" ").filter(Boolean)) {
      const link = document.createElement("link");
      link.rel = name.endsWith(".css") ? "stylesheet" : "modulepreload";
      link.href = name;
      document.head.append(link);
    }
  };
  if (document.readyState === "complete") load();
  else addEventListener("load", load, { once: true });
}
