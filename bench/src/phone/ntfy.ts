import { startNtfyStandIn } from "../../../tests/support/ntfy-stand-in.ts";
import { type Device, type StartHub, untilReady } from "./device.ts";

interface Message {
  event: string;
  title?: string;
  message?: string;
  actions?: { action: string; url: string; method?: string; body?: string; headers?: Record<string, string> }[];
}

/** A phone with the ntfy app, which reads its topic as a stream. */
export async function bindNtfy(start: StartHub): Promise<Device> {
  const hub = await start();
  const ntfy = await startNtfyStandIn();
  const body = { kind: "ntfy", name: "bench", level: "full", server: ntfy.url };
  const { id, url } = await hub.call("human", "/v1/devices", body);
  const leaving = new AbortController();
  const waiting = new Map<string, (message: Message) => void>();
  const kept: Message[] = [];
  const isAbout = ({ title = "", message = "" }: Message, text: string) => `${title}\n${message}`.includes(text);

  function receive(message: Message): void {
    if (message.event !== "message") return;
    kept.push(message);
    for (const [text, resolve] of waiting)
      if (isAbout(message, text)) {
        waiting.delete(text);
        resolve(message);
      }
  }

  async function read(): Promise<void> {
    const response = await fetch(`${url}/json?since=all`, { signal: leaving.signal });
    let rest = "";
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = `${rest}${piece}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") receive(JSON.parse(line));
    }
  }

  async function notice(text: string) {
    const message =
      kept.find((one) => isAbout(one, text)) ?? (await new Promise<Message>((resolve) => waiting.set(text, resolve)));
    const { url: to = "", method, body, headers } = message.actions?.find(({ action }) => action === "http") ?? {};
    return { press: () => void fetch(to, { method, body, headers }) };
  }

  void read().catch(() => {});
  (await notice("Press the button")).press();
  await untilReady(hub, id);
  return {
    ...{ hub, notice },
    async end() {
      leaving.abort();
      await ntfy[Symbol.asyncDispose]();
    },
  };
}
