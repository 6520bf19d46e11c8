import { readFileSync } from "node:fs";
import { spawn as openPty } from "@lydell/node-pty";
import xterm from "@xterm/headless";

// Wide enough for the question beside the list.
const columns = 124;
const rows = 30;
const look = {
  HOME: "/home/ana",
  TERM: "xterm-256color",
  COLORTERM: "truecolor",
  YOURCALL_THEME: "dark",
  NO_COLOR: "",
};

/** The inbox in a terminal next to the page, whose picture was taken before. @param {import("playwright-core").Browser} browser @param {string} home */
export async function takeTerminalAndPage(browser, home) {
  const page = readFileSync("docs/images/page-waiting-1440-light.png").toString("base64");
  const shown = await browser.newPage({ viewport: { width: 1954, height: 608 } });
  await shown.setContent(`<style>
    body { margin: 0; padding: 20px; display: flex; gap: 20px; background: #e2e8f0; align-items: flex-start }
    pre { margin: 0; padding: 14px; background: #0b1120; color: #f1f5f9; border-radius: 10px; font: 13px/18px "DejaVu Sans Mono", monospace; flex: none }
    pre span { display: inline-block; height: 18px; vertical-align: top }
    img { width: 886px; border-radius: 10px }
  </style><pre>${await drawInbox(home)}</pre><img src="data:image/png;base64,${page}">`);
  await shown.screenshot({ path: "docs/images/terminal-and-page.png" });
  await shown.close();
}

/** The screen of `yourcall inbox` as HTML, cell by cell. @param {string} home @returns {Promise<string>} */
async function drawInbox(home) {
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const pty = openPty(process.execPath, ["cli/bin/yourcall.cjs", "inbox"], {
    cols: columns,
    rows,
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...look, YOURCALL_HOME: home }),
  });
  pty.onData((data) => emulator.write(data));
  const lineAt = (/** @type {number} */ row) => emulator.buffer.active.getLine(row);
  const text = () => Array.from({ length: rows }, (_, row) => lineAt(row)?.translateToString(true) ?? "").join("\n");
  while (!["waiting", "Redis", "q quit"].every((part) => text().includes(part)))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const html = Array.from({ length: rows }, (_, row) => {
    let line = "";
    for (let column = 0; column < columns; column++) {
      const cell = lineAt(row)?.getCell(column);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const colour = cell.isFgRGB() ? `#${cell.getFgColor().toString(16).padStart(6, "0")}` : "#f1f5f9";
      const style = cell.isInverse() !== 0 ? "background:#f1f5f9;color:#0b1120" : `color:${colour}`;
      const chars = (cell.getChars() || " ").replace("&", "&amp;").replace("<", "&lt;");
      line += `<span style="${style}${cell.isBold() ? ";font-weight:700" : ""}">${chars}</span>`;
    }
    return line;
  });
  pty.kill();
  return html.join("\n");
}
