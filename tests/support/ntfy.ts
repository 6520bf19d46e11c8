import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { freePort } from "./free-port.ts";
import { startHub, type TestHub, temporaryDirectory } from "./hub.ts";
import { testWith } from "./needs.ts";

const { XDG_CACHE_HOME, HOME = "", YOURCALL_TEST_NTFY } = process.env;
const cache = process.getuid?.() === 0 ? "/var/cache" : (XDG_CACHE_HOME ?? join(HOME, ".cache"));
const program = YOURCALL_TEST_NTFY ?? join(cache, "yourcall-tests/ntfy-server/ntfy");

/** `test`, if a real ntfy server is installed. */
export const testWithNtfy = testWith(program, "install-ntfy.sh");

/** A real ntfy server, ended after the test. Its port stays the same when it is started again. */
export async function startNtfy({ isPrivate = false } = {}) {
  const directory = temporaryDirectory();
  const port = await freePort();
  const config = join(directory, "server.yml");
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(
    config,
    [
      `base-url: "${url}"`,
      `listen-http: "127.0.0.1:${port}"`,
      `cache-file: "${join(directory, "cache.db")}"`,
      `auth-file: "${join(directory, "auth.db")}"`,
      `auth-default-access: "${isPrivate ? "deny-all" : "read-write"}"`,
      "visitor-request-limit-burst: 1000",
    ].join("\n"),
  );

  async function start() {
    const process = spawn(program, ["serve", "--config", config], { stdio: "ignore" });
    const exited = once(process, "exit");
    onTestFinished(async () => {
      process.kill("SIGKILL");
      await exited;
    });
    await vi.waitFor(async () => (await fetch(`${url}/v1/health`)).json(), { timeout: 20_000, interval: 50 });
    return { process, exited };
  }

  let running = await start();
  return {
    url,
    async kill() {
      running.process.kill("SIGKILL");
      await running.exited;
    },
    async start() {
      running = await start();
    },
    /** Runs `ntfy user add`, `ntfy access` and the like. */
    command(args: string[], env: Record<string, string> = {}): string {
      const [word = "", ...more] = args;
      const options = { env: { ...process.env, ...env }, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync(program, [word, "--config", config, ...more], options);
      if (status !== 0) throw new Error(`ntfy ${args.join(" ")}: ${stderr}`);
      return `${stdout}${stderr}`;
    },
  };
}

export interface PhoneMessage {
  id: string;
  sequence_id?: string;
  title?: string;
  message: string;
  priority?: number;
  click?: string;
  actions?: {
    action: string;
    label: string;
    url: string;
    method?: string;
    body?: string;
    headers?: Record<string, string>;
  }[];
}

/** A phone with the ntfy app: it reads its topic and does what its buttons say. */
export function openPhone(topicUrl: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };

  async function messages(): Promise<PhoneMessage[]> {
    const response = await fetch(`${topicUrl}/json?poll=1&since=all`, { headers });
    if (!response.ok) throw new Error(`The phone may not read its topic: ${response.status}`);
    const lines = (await response.text()).split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "message");
  }

  return {
    messages,
    /** The first message that contains a text and, with `withButtons`, has buttons. */
    find: (text: string): Promise<PhoneMessage> =>
      vi.waitFor(
        async () => {
          const all = await messages();
          const found = all.find(({ title = "", message }) => `${title}\n${message}`.includes(text));
          if (found === undefined) throw new Error(`No message with "${text}" yet: ${JSON.stringify(all)}`);
          return found;
        },
        { timeout: 20_000, interval: 100 },
      ),
    async press({ actions = [] }: PhoneMessage, label: string): Promise<number> {
      const action = actions.find((one) => one.label === label);
      if (action?.action !== "http") throw new Error(`No button "${label}" to press: ${JSON.stringify(actions)}`);
      const { url, method, body, headers } = action;
      return (await fetch(url, { method, body, headers })).status;
    },
  };
}

export interface Adding {
  level?: string;
  approvals?: boolean;
  /** Further arguments and variables of `notify add ntfy`. */
  args?: string[];
  env?: Record<string, string>;
  phoneReads?: string;
}

/** A hub that notifies almost at once. */
export async function startPhoneHub(
  env: Record<string, string> = {},
  until?: (act: () => void | Promise<void>) => void,
): Promise<TestHub> {
  const directory = temporaryDirectory("hub", until);
  const settings = { notify: { after: "50ms", desktop: false } };
  writeFileSync(join(directory, "config.json"), JSON.stringify(settings));
  return startHub({ directory, env, until });
}

/** Adds a phone with the command, as a person does: subscribes to the topic, presses the test button. */
export async function addPhone(
  hub: TestHub,
  server: string,
  { level = "full", approvals = false, ...more }: Adding = {},
) {
  const args = ["notify", "add", "ntfy", "--name", "Pixel", "--level", level, "--server", server, ...(more.args ?? [])];
  const env = { CLAUDECODE: undefined, ...more.env };
  const adding = hub.start(approvals ? [...args, "--approvals"] : args, { env });
  const url = await vi.waitFor(() => {
    const found = /Or open (\S+)/.exec(adding.stdout())?.[1];
    if (found === undefined) throw new Error(`No topic yet: ${adding.stdout()}${adding.stderr()}`);
    return found;
  }, 30_000);
  const phone = openPhone(url, more.phoneReads);
  expect(await phone.press(await phone.find("Press the button"), "It works")).toBe(200);
  expect((await adding.ended).code).toBe(0);
  return { phone, url };
}
