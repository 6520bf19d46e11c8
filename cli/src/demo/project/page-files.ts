import type { Choices, Layout } from "./choices.ts";
import type { ProjectFile } from "./project-file.ts";

/** The page that the service serves, in the chosen layout, and its test. */
export function pageFiles({ features, layout }: Pick<Choices, "features" | "layout">): ProjectFile[] {
  const search = features.includes("search");
  const dark = features.includes("dark");
  return [
    { path: "src/page.js", content: page(layout, search, dark) },
    { path: "tests/page.test.js", content: pageTest(layout) },
    ...(dark ? [{ path: "tests/dark.test.js", content: darkTest }] : []),
  ];
}

const grid: Record<Layout, string> = {
  sidebar:
    "body { display: grid; grid-template-columns: 14rem 1fr; min-height: 100vh; }\n    nav { border-right: 1px solid; }",
  topbar: "nav { border-bottom: 1px solid; display: flex; gap: 1.5rem; align-items: baseline; }",
};

const darkCss = `
    @media (prefers-color-scheme: dark) { :root:not(.light) { background: #111; color: #eee; } }
    :root.dark { background: #111; color: #eee; }`;

const darkScript = `
    const root = document.documentElement;
    document.querySelector("#colours").onclick = () => {
      const isDark = getComputedStyle(root).backgroundColor === "rgb(17, 17, 17)";
      root.className = isDark ? "light" : "dark";
    };`;

function page(layout: Layout, search: boolean, dark: boolean): string {
  const find = search ? '\n    <input id="search" type="search" placeholder="Search" aria-label="Search">' : "";
  const colours = dark ? '\n    <button id="colours" type="button">Dark or light</button>' : "";
  const path = search ? '"/notes?q=" + encodeURIComponent(document.querySelector("#search").value)' : '"/notes"';
  const searching = search ? '\n    document.querySelector("#search").oninput = show;' : "";
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
    ${grid[layout]}${dark ? darkCss : ""}
    li { white-space: pre-wrap; }
  </style>
</head>
<body class="${layout}">
  <nav>
    <strong>Notes</strong>${find}${colours}
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
    async function show() {
      const notes = await (await fetch(${path})).json();
      document.querySelector("ul").replaceChildren(...notes.map(({ text }) => {
        const item = document.createElement("li");
        item.textContent = text;
        return item;
      }));
    }
    document.querySelector("form").onsubmit = async (event) => {
      event.preventDefault();
      const field = document.querySelector("#text");
      const response = await fetch("/notes", { method: "POST", body: JSON.stringify({ text: field.value }) });
      document.querySelector("#problem").textContent = response.ok ? "" : (await response.json()).error;
      if (response.ok) field.value = "";
      show();
    };${searching}${dark ? darkScript : ""}
    show();
  </script>
</body>
</html>
\`;
`;
}

const pageTest = (layout: Layout) => `import assert from "node:assert/strict";
import { test } from "node:test";
import { startService } from "./start-service.js";

test("the page is served, with its navigation in a ${layout}", async (context) => {
  const { get } = await startService(context);
  const response = await get("/");
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  const html = await response.text();
  assert.match(html, /<body class="${layout}">/);
  assert.match(html, /${layout === "sidebar" ? "grid-template-columns: 14rem 1fr" : "nav \\{ border-bottom"}/);
});
`;

const darkTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../src/page.js";

test("the page follows a dark system and has a switch", () => {
  assert.match(page, /prefers-color-scheme: dark/);
  assert.match(page, /id="colours"/);
});
`;
