import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { temporaryDirectory } from "../../support/hub.ts";

export const firefoxProgram = "firefox-esr";

export interface Firefox {
  /** Opens an address in the first tab. */
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page, as after a press by the person. Promises are waited for. */
  evaluate(expression: string): Promise<unknown>;
}

/** Firefox in a new profile, driven by WebDriver BiDi. */
export async function startFirefox(
  preferences: Record<string, string | number | boolean>,
  env: Record<string, string>,
): Promise<Firefox> {
  const profile = temporaryDirectory("firefox");
  const all = {
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "app.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    ...preferences,
  };
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"];
  const browser = spawn(firefoxProgram, args, {
    env: { PATH: process.env.PATH, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: "1", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => browser.once("close", () => resolve()));
  onTestFinished(async () => {
    browser.kill("SIGKILL");
    await ended;
  });
  const address = await new Promise<string>((resolve, reject) => {
    let text = "";
    browser.stderr.setEncoding("utf8").on("data", (part) => {
      text += part;
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    browser.once("close", () => reject(new Error(`Firefox ended:\n${text}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (reply: { result?: Record<string, unknown>; message?: string }) => void>();
  let next = 1;
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.on("message", (text) => {
    const reply = JSON.parse(`${text}`);
    waiting.get(reply.id)?.(reply);
  });

  async function call(method: string, params: object): Promise<Record<string, unknown>> {
    const id = next++;
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await new Promise<{ result?: Record<string, unknown>; message?: string }>((resolve) =>
      waiting.set(id, resolve),
    );
    if (result === undefined) throw new Error(`${method}: ${message}`);
    return result;
  }

  await call("session.new", { capabilities: {} });
  const { contexts } = (await call("browsingContext.getTree", {})) as { contexts?: { context: string }[] };
  const context = contexts?.[0]?.context;
  return {
    async goTo(url) {
      await call("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async evaluate(expression) {
      const options = { target: { context }, awaitPromise: true, userActivation: true };
      // As text, since BiDi describes values in a form of its own.
      const wrapped = `(async () => JSON.stringify(await (${expression})) ?? "null")()`;
      const { type, result, exceptionDetails } = (await call("script.evaluate", {
        expression: wrapped,
        ...options,
      })) as {
        type?: string;
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (type !== "success") throw new Error(exceptionDetails?.text);
      return JSON.parse(result?.value ?? "null");
    },
  };
}
