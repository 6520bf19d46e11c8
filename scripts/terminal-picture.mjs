// Takes the first picture of the README: the inbox in a terminal, next to the page (docs/images/page-waiting-1440-light.png, which
// `npm run screenshots -- --docs` makes). `npm run picture` writes docs/images/terminal-and-page.png.
import { readFileSync, writeFileSync } from "node:fs";
import { spawn as openPty } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { chromium } from "playwright-core";
import { approval, migration, pageName, port, rounding, sessions } from "./screenshots/asks.mjs";
import { startHub } from "./screenshots/start-hub.mjs";

const columns = 112;
const rows = 30;
const env = { HOME: "/home/ana", TERM: "xterm-256color", LANG: "C.UTF-8" };
const dark = { COLORTERM: "truecolor", YOURCALL_THEME: "dark", NO_COLOR: "" };
const hub = await startHub(env);
try {
  const client = hub.connect("agent");
  for (const request of [sessions, approval, migration, rounding, pageName, port]) await client.create(request);
  client.close();
  const terminal = await takeTerminal();
  const page = readFileSync("docs/images/page-waiting-1440-light.png").toString("base64");
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const shown = await browser.newPage({ viewport: { width: 1860, height: 608 } });
  await shown.setContent(`<style>
    body { margin: 0; padding: 20px; display: flex; gap: 20px; background: #e2e8f0; align-items: flex-start }
    pre { margin: 0; padding: 14px; background: #0b1120; color: #f1f5f9; border-radius: 10px; font: 13px/18px "DejaVu Sans Mono", monospace; flex: none }
    pre span { display: inline-block; height: 18px; vertical-align: top }
    img { width: 886px; border-radius: 10px }
  </style><pre>${terminal}</pre><img src="data:image/png;base64,${page}">`);
  writeFileSync("docs/images/terminal-and-page.png", await shown.screenshot());
  await browser.close();
} finally {
  await hub.remove();
}

/** The screen of the inbox as HTML, cell by cell. @returns {Promise<string>} */
async function takeTerminal() {
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const pty = openPty(process.execPath, ["cli/bin/yourcall.cjs", "inbox"], {
    cols: columns,
    rows,
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...env, ...dark, YOURCALL_HOME: hub.directory }),
  });
  pty.onData((data) => emulator.write(data));
  const lineAt = (/** @type {number} */ row) => emulator.buffer.active.getLine(row);
  const text = () => Array.from({ length: rows }, (_, row) => lineAt(row)?.translateToString(true) ?? "").join("\n");
  while (!/6 waiting/.test(text()) || !/Redis/.test(text()) || !/q quit/.test(text()))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const html = Array.from({ length: rows }, (_, row) => {
    let line = "";
    for (let column = 0; column < columns; column++) {
      const cell = lineAt(row)?.getCell(column);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const colour = cell.isFgRGB() ? `#${cell.getFgColor().toString(16).padStart(6, "0")}` : "#f1f5f9";
      const inverse = cell.isInverse() !== 0;
      const style = inverse ? "background:#f1f5f9;color:#0b1120" : `color:${colour}`;
      const chars = (cell.getChars() || " ").replace("&", "&amp;").replace("<", "&lt;");
      line += `<span style="${style}${cell.isBold() ? ";font-weight:700" : ""}">${chars}</span>`;
    }
    return line;
  });
  pty.kill();
  return html.join("\n");
}
