import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The chat example: one question answered, the next one waiting. @param {import("../screenshots.mjs").Open} open @param {string} home */
export async function takeChat(open, home) {
  const data = mkdtempSync(join(tmpdir(), "yourcall-chat-"));
  const server = spawn(process.execPath, ["server/serve.ts"], {
    cwd: "examples/chat",
    env: { ...process.env, CHAT_DATA: data, PORT: "0", YOURCALL_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [url] = await once(createInterface({ input: server.stdout }), "line");
    const { page, take } = await open({ width: 1120, height: 1080 });
    await page.goto(url);
    await page.getByRole("button", { name: "Plan the login" }).click();
    await page.getByText("PostgreSQL").click();
    await page.getByText("Chosen: PostgreSQL").waitFor();
    await page.getByText("Passkeys").click();
    await page.getByText("Audit log").click();
    await take("chat");
  } finally {
    server.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
