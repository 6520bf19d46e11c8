import type { Choices } from "./project-files.ts";

const layoutCss: Record<Choices["layout"], string> = {
  sidebar: `body { display: grid; grid-template-columns: 14rem 1fr; min-height: 100vh; }
    nav { border-right: 1px solid; }`,
  topbar: "nav { border-bottom: 1px solid; display: flex; gap: 1.5rem; align-items: baseline; }",
};

/** The module with the page in the chosen layout. */
export function toPage({ features, layout }: Pick<Choices, "features" | "layout">): string {
  const when = (feature: Choices["features"][number], text: string) => (features.includes(feature) ? text : "");
  return `/** The whole page: plain HTML, one style, one script. */
export const page = \`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Notes</title>
  <style>
    body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
    nav, main { padding: 1.5rem; }
    li { white-space: pre-wrap; }
    ${layoutCss[layout]}${when(
      "dark",
      `
    @media (prefers-color-scheme: dark) { :root:not(.light) { background: #111; color: #eee; } }
    :root.dark { background: #111; color: #eee; }`,
    )}
  </style>
</head>
<body class="${layout}">
  <nav>
    <strong>Notes</strong>${when("search", '\n    <input id="search" type="search" placeholder="Search" aria-label="Search">')}${when(
      "dark",
      '\n    <button id="colours" type="button">Dark or light</button>',
    )}
  </nav>
  <main>
    <form>
      <input id="text" required maxlength="1000" placeholder="A new note" aria-label="A new note">
      <button>Add</button>
    </form>
    <p id="problem" role="alert"></p>
    <ul></ul>
  </main>
  <script>
    const find = (selector) => document.querySelector(selector);
    async function show() {
      const notes = await (await fetch("/notes"${when("search", ' + "?q=" + encodeURIComponent(find("#search").value)')})).json();
      find("ul").replaceChildren(...notes.map(({ text }) => {
        const item = document.createElement("li");
        item.textContent = text;
        return item;
      }));
    }
    find("form").onsubmit = async (event) => {
      event.preventDefault();
      const response = await fetch("/notes", { method: "POST", body: JSON.stringify({ text: find("#text").value }) });
      find("#problem").textContent = response.ok ? "" : (await response.json()).error;
      if (response.ok) find("#text").value = "";
      show();
    };${when("search", '\n    find("#search").oninput = show;')}${when(
      "dark",
      `
    find("#colours").onclick = () => {
      const root = document.documentElement;
      root.className = getComputedStyle(root).backgroundColor === "rgb(17, 17, 17)" ? "light" : "dark";
    };`,
    )}
    show();
  </script>
</body>
</html>
\`;
`;
}
