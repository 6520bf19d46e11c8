// Builds the card for the conversation of chat clients: one HTML file that requests nothing.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "surfaces/web/mcp-card";

/** What the card does not need, and what takes its place. */
const replaced = new Map([
  ["html-preview.tsx", "html-preview.tsx"],
  ["approval-part.tsx", "no-approvals.tsx"],
  ["ask-side.tsx", "no-approvals.tsx"],
]);

/** The policy of the page itself, in case a client sets none. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** @returns {Promise<{ html: string, inputs: string[] }>} the page, and the files that it was made of */
export async function buildMcpCard() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`${folder}/main.tsx`],
    outdir: "nowhere",
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    conditions: ["yourcall-source"],
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    // Half the size of React, for a page that has a single card (docs/decisions).
    alias: {
      react: "preact/compat",
      "react-dom/client": "preact/compat/client",
      "react/jsx-runtime": "preact/jsx-runtime",
    },
    plugins: [
      {
        name: "without-what-is-never-shown",
        setup({ onResolve, onLoad }) {
          onLoad({ filter: /\/(review(-acts)?|(phone-)?approval)\.css$/ }, () => ({ contents: "", loader: "css" }));
          onResolve({ filter: /\/(html-preview|approval-part|ask-side)\.tsx$/ }, ({ path }) => ({
            path: join(root, folder, replaced.get(path.replace(/^.*\//, "")) ?? ""),
          }));
        },
      },
    ],
  });
  /** @param {string} end */
  const textOf = (end) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  const script = textOf(".js").replaceAll("</script", "<\\/script");
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Question</title>
<style>${textOf(".css")}</style>
<body>
<script type="module">${script}</script>
`;
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return { html, inputs };
}
