import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inBothThemes, openPage } from "./open-page.mjs";

const sizes = [
  { width: 1120, height: 1080 },
  { width: 390, height: 844 },
];

/** The example of a chat: one question answered, the next one waiting. @param {import("playwright-core").Browser} browser @param {{ home: string, forDocs: boolean }} options */
export async function takeChat(browser, { home, forDocs }) {
  const data = mkdtempSync(join(tmpdir(), "yourcall-chat-"));
  const server = spawn(process.execPath, ["server/serve.ts"], {
    cwd: "examples/chat",
    env: { ...process.env, CHAT_DATA: data, PORT: "0", YOURCALL_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [url] = await once(createInterface({ input: server.stdout }), "line");
    for (const look of inBothThemes(sizes)) {
      const { page, touch, take, close } = await openPage(browser, { ...look, forDocs });
      await page.goto(url);
      await page.getByRole("button", { name: "Plan the login" }).click();
      await page.getByText("PostgreSQL").click();
      if (touch) await page.getByRole("button", { name: "Send answer" }).click();
      await page.getByText("Passkeys").waitFor();
      await page.getByText("Chosen: PostgreSQL").waitFor();
      await page.getByText("Passkeys").click();
      await page.getByText("Audit log").click();
      await take("chat");
      await close();
    }
  } finally {
    server.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
