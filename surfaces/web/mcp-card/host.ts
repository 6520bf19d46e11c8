/** What the chat client can do, as far as the card needs it. */
interface HostCapabilities {
  message?: object;
  openLinks?: object;
}

/** How the chat client looks. */
export interface HostContext {
  theme?: string;
  styles?: { variables?: Record<string, string | undefined> };
}

/** The chat client around the card (MCP Apps, 2026-01-26), which passes calls of tools on to the server. */
export interface Host {
  readonly capabilities: HostCapabilities;
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
}

interface Message {
  id?: number | string;
  method?: string;
  params?: object;
  result?: unknown;
  error?: { message?: string };
}

type Handlers = Record<string, (params: object) => void>;

// Longer than the server lets a call of the card wait.
const replyMs = 60_000;

/** Connects to the frame around this one. `handlers` get its notifications, also those that come before this resolves. */
export async function connectHost(handlers: Handlers, onContext: (context: HostContext) => void): Promise<Host> {
  const waiting = new Map<unknown, (reply: Message) => void>();
  let count = 0;

  // The origin of the client is unknown, and what is sent came from there.
  const post = (message: Message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  function request(method: string, params: object): Promise<unknown> {
    const id = ++count;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle({ error: { message: "The chat client does not reply." } }), replyMs);
      const settle = ({ result, error }: Message) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(error.message ?? "The chat client refused."));
      };
      waiting.set(id, settle);
      post({ id, method, params });
    });
  }

  addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== parent || data === null || typeof data !== "object") return;
    const { id, method, params = {} } = data;
    if (method === undefined) waiting.get(id)?.(data);
    else if (id === undefined) handlers[method]?.(params);
    else if (method === "ping" || method === "ui/resource-teardown") post({ id, result: {} });
    else post({ id, error: { code: -32601, message: "Method not found" } as Message["error"] });
  });

  const { hostCapabilities = {}, hostContext = {} } = (await request("ui/initialize", {
    appInfo: { name: "yourcall", version: "1" },
    appCapabilities: {},
    protocolVersion: "2026-01-26",
  })) as { hostCapabilities?: HostCapabilities; hostContext?: HostContext };
  handlers["ui/notifications/host-context-changed"] = onContext;
  onContext(hostContext);
  const notify = (method: string, params: object) => post({ method, params });
  notify("ui/notifications/initialized", {});
  return { capabilities: hostCapabilities, request, notify };
}
