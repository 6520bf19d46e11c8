// Bundles the app, serves it on this machine, and prints what a person sends. PORT chooses the port.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("src/app.tsx", import.meta.url))],
  bundle: true,
  minify: true,
  write: false,
  outdir: "app",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
});
const [script, style] = [".js", ".css"].map((end) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "");
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A card</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/app.css">
<body><script src="/app.js" defer></script></body>
</html>
`;
/** @type {Record<string, [type: string, content: string]>} */
const files = {
  "/": ["text/html; charset=utf-8", page],
  "/app.js": ["text/javascript; charset=utf-8", script ?? ""],
  "/app.css": ["text/css; charset=utf-8", style ?? ""],
};

const server = createServer(async (request, response) => {
  const path = request.url ?? "/";
  if (request.method === "POST" && (path === "/answer" || path === "/decline")) {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    console.log(`${path.slice(1)} ${body}`);
    response.writeHead(204).end();
    return;
  }
  const [type, content] = files[path] ?? ["text/plain", undefined];
  response.writeHead(content === undefined ? 404 : 200, {
    "content-type": type,
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'",
  });
  response.end(content);
});

server.listen(Number(process.env.PORT ?? 4173), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(`http://127.0.0.1:${address.port}/`);
});
server.on("error", (error) => {
  console.error(`The page cannot be served: ${error.message}. Choose another port with PORT.`);
  process.exitCode = 1;
});
