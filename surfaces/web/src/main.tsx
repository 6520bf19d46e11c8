import "@yourcall/react/style.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/buttons.css";
import "./style/pane.css";
import "./style/empty.css";
import "./style/decided.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { startSession } from "./app/session.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root.");
keepFocus();
createRoot(root).render(<App sessions={startSession()} />);
loadLaterParts();

/**
 * The focus never falls to the body: if what has it is removed, it goes to the nearest part around it that can take it, or to what
 * that part's `data-focus` names, where keys and screen readers go on. A page that was just opened leaves the focus alone.
 */
function keepFocus(): void {
  let around: Element[] = [];
  document.addEventListener("focusin", ({ target }) => {
    around = [];
    for (let part = target as Element | null; part !== null; part = part.parentElement) around.push(part);
  });
  new MutationObserver(() => {
    if (around[0] === undefined || around[0].isConnected || document.activeElement !== document.body) return;
    const near = around.find((part) => part.isConnected && part.matches("[tabindex], [data-focus]"));
    const named = near?.getAttribute("data-focus");
    const place = named ? near?.querySelector(named) : (near ?? document.querySelector("main"));
    (place as HTMLElement | null)?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * Loads the rest of the code right after the first view: an open tab never loads anything from a port that somebody else may
 * have by then. What is loaded this way is never requested again, even if it is first used much later.
 */
function loadLaterParts(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="later"]')?.content ?? "";
  const load = () => {
    for (const name of names.split(" ").filter(Boolean)) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = name;
      document.head.append(link);
    }
  };
  if (document.readyState === "complete") load();
  else addEventListener("load", load, { once: true });
}
