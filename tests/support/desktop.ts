import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { temporaryDirectory } from "./hub.ts";

// A desktop for browsers: the notification service of freedesktop.org on a bus of its own. D-Bus is written by hand as far as that needs.

/** A notification on the desktop, with its buttons. */
export interface Toast {
  id: number;
  title: string;
  body: string;
  buttons: { id: string; text: string }[];
}

export interface Desktop {
  /** For a browser: has it use this desktop. */
  env: { DBUS_SESSION_BUS_ADDRESS: string };
  /** What is on the screen now. */
  toasts(): Toast[];
  /** Resolves with a toast that has this text in its title. */
  until(title: string): Promise<Toast>;
  /** Presses a button of a toast, or the toast itself. */
  press(toast: Toast, button?: string): void;
}

const name = "org.freedesktop.Notifications";
const path = "/org/freedesktop/Notifications";

/** A private bus with a notification service. Both end with the test. */
export async function startDesktop(): Promise<Desktop> {
  const directory = temporaryDirectory("desktop");
  const socketPath = join(directory, "bus");
  const config = join(directory, "bus.conf");
  const rules = `<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>`;
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>unix:path=${socketPath}</listen><auth>EXTERNAL</auth>${rules}</busconfig>`,
  );
  const daemon = spawn("dbus-daemon", [`--config-file=${config}`, "--nofork"], { stdio: "ignore" });
  onTestFinished(() => void daemon.kill());
  await vi.waitFor(() => {
    if (!existsSync(socketPath)) throw new Error("no bus yet");
  }, 20_000);
  const bus = await openBus(socketPath);
  onTestFinished(bus.close);
  const shown = new Map<number, Toast>();
  let next = 1;

  function closed(id: number, reason: number): void {
    if (shown.delete(id)) bus.signal("NotificationClosed", "uu", [id, reason]);
  }

  bus.onCall((member, body) => {
    switch (member) {
      case "GetCapabilities":
        return { signature: "as", values: [["actions", "body", "persistence"]] };
      case "GetServerInformation":
        return { signature: "ssss", values: ["test", "yourcall", "1", "1.2"] };
      case "Notify": {
        body.text();
        const replaced = body.number();
        body.text();
        const [title, text, actions] = [body.text(), body.text(), body.list()];
        const id = replaced === 0 ? next++ : replaced;
        const buttons = actions.flatMap((action, at) =>
          at % 2 === 0 ? [{ id: action, text: actions[at + 1] ?? "" }] : [],
        );
        shown.set(id, { id, title, body: text, buttons });
        return { signature: "u", values: [id] };
      }
      case "CloseNotification":
        closed(body.number(), 3);
        return { signature: "", values: [] };
      default:
        return null;
    }
  });
  await bus.own(name);

  return {
    env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socketPath}` },
    toasts: () => [...shown.values()],
    until: (title) =>
      vi.waitFor(() => {
        const found = [...shown.values()].find((toast) => toast.title.includes(title));
        if (found === undefined) throw new Error(`Not among ${JSON.stringify([...shown.values()])}`);
        return found;
      }, 60_000),
    press({ id, buttons }, text) {
      const button = text === undefined ? { id: "default" } : buttons.find((one) => one.text === text);
      if (button === undefined) throw new Error(`No button ${text} among ${JSON.stringify(buttons)}`);
      bus.signal("ActionInvoked", "us", [id, button.id]);
      closed(id, 2);
    },
  };
}

type Value = string | number | readonly string[];
interface Reply {
  signature: string;
  values: readonly Value[];
}

/** A connection to a bus that serves calls of one object. */
async function openBus(socketPath: string) {
  const socket = connect(socketPath);
  let serial = 1;
  let received: Buffer = Buffer.alloc(0);
  let isIn = false;
  let onCall: (member: string, body: ReturnType<typeof createReader>) => Reply | null = () => null;
  const replies = new Map<number, () => void>();

  function send(type: number, fields: [code: number, signature: string, value: Value][], { signature, values }: Reply) {
    const body = createWriter();
    for (const [at, value] of values.entries()) body.write(toTypes(signature)[at] ?? "s", value);
    const head = createWriter();
    const all = signature === "" ? fields : [...fields, [8, "g", signature] as const];
    const list = createWriter();
    for (const [code, type, value] of all) {
      list.align(8);
      list.write("y", code);
      list.write("g", type);
      list.write(type, value);
    }
    // The message needs no reply if it is one, or a signal.
    for (const byte of [0x6c, type, type === 1 ? 0 : 1, 1]) head.write("y", byte);
    const sent = serial++;
    head.write("u", body.bytes().length);
    head.write("u", sent);
    head.write("u", list.bytes().length);
    // The list begins at a multiple of 8, as it does in the message.
    socket.write(Buffer.concat([pad(Buffer.concat([head.bytes(), list.bytes()]), 8), body.bytes()]));
    return sent;
  }

  function call(member: string, reply: Reply): Promise<void> {
    const bus = "org.freedesktop.DBus";
    const target: [number, string, Value][] = [
      [1, "o", "/org/freedesktop/DBus"],
      [2, "s", bus],
      [3, "s", member],
      [6, "s", bus],
    ];
    const sent = send(1, target, reply);
    return new Promise((resolve) => replies.set(sent, resolve));
  }

  function receive(): void {
    if (!isIn) {
      const end = received.indexOf("\r\n");
      if (end === -1) return;
      if (!received.subarray(0, 2).equals(Buffer.from("OK"))) throw new Error("The bus refused.");
      received = received.subarray(end + 2);
      isIn = true;
      socket.write("BEGIN\r\n");
    }
    while (received.length >= 16) {
      const [bodyLength, fieldsLength] = [received.readUInt32LE(4), received.readUInt32LE(12)];
      const start = Math.ceil((16 + fieldsLength) / 8) * 8;
      if (received.length < start + bodyLength) return;
      const message = received.subarray(0, start + bodyLength);
      received = Buffer.from(received.subarray(start + bodyLength));
      handle(message, start, 16 + fieldsLength);
    }
  }

  function handle(message: Buffer, start: number, end: number): void {
    const fields = createReader(message, 16);
    const head = new Map<number, string | number>();
    while (fields.at() < end) {
      fields.align(8);
      const code = fields.byte();
      const type = fields.signature();
      head.set(code, type === "u" ? fields.number() : type === "g" ? fields.signature() : fields.text());
    }
    const kind = message[1];
    if (kind === 2) replies.get(Number(head.get(5)))?.();
    if (kind !== 1) return;
    const reply = onCall(String(head.get(3)), createReader(Buffer.from(message.subarray(start)), 0));
    const to: [number, string, Value][] = [
      [5, "u", message.readUInt32LE(8)],
      [6, "s", String(head.get(7))],
    ];
    if (reply !== null) send(2, to, reply);
    else send(3, [...to, [4, "s", "org.freedesktop.DBus.Error.UnknownMethod"]], { signature: "", values: [] });
  }

  socket.on("data", (part) => {
    received = Buffer.concat([received, part]);
    receive();
  });
  socket.on("error", () => {});
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(`${process.getuid?.() ?? 0}`).toString("hex")}\r\n`);
  await vi.waitFor(() => {
    if (!isIn) throw new Error("not on the bus yet");
  }, 20_000);
  await call("Hello", { signature: "", values: [] });
  return {
    onCall(act: typeof onCall) {
      onCall = act;
    },
    own: (wanted: string) => call("RequestName", { signature: "su", values: [wanted, 0] }),
    signal(member: string, signature: string, values: Value[]) {
      const fields: [number, string, Value][] = [
        [1, "o", path],
        [2, "s", name],
        [3, "s", member],
      ];
      send(4, fields, { signature, values });
    },
    close: () => void socket.destroy(),
  };
}

function toTypes(signature: string): string[] {
  return signature.match(/as|./g) ?? [];
}

function pad(bytes: Buffer, to: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
}

function createWriter() {
  let bytes: Buffer = Buffer.alloc(0);
  const add = (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
  };
  const writer = {
    bytes: () => bytes,
    align(to: number) {
      bytes = pad(bytes, to);
    },
    write(type: string, value: Value) {
      if (type === "y") return add(Buffer.from([Number(value)]));
      if (type === "g") return add(Buffer.from(`${String.fromCharCode(`${value}`.length)}${value}\0`, "latin1"));
      writer.align(4);
      const number = Buffer.alloc(4);
      if (type === "u") {
        number.writeUInt32LE(Number(value));
        return add(number);
      }
      if (type === "as") {
        const list = createWriter();
        for (const text of value as readonly string[]) list.write("s", text);
        number.writeUInt32LE(list.bytes().length);
        return add(Buffer.concat([number, list.bytes()]));
      }
      const text = Buffer.from(`${value}`);
      number.writeUInt32LE(text.length);
      add(Buffer.concat([number, text, Buffer.from([0])]));
    },
  };
  return writer;
}

function createReader(bytes: Buffer, start: number) {
  let at = start;
  const reader = {
    at: () => at,
    align(to: number) {
      at = Math.ceil(at / to) * to;
    },
    byte: () => bytes[at++] ?? 0,
    number() {
      reader.align(4);
      at += 4;
      return bytes.readUInt32LE(at - 4);
    },
    text() {
      const length = reader.number();
      at += length + 1;
      return bytes.toString("utf8", at - length - 1, at - 1);
    },
    signature() {
      const length = reader.byte();
      at += length + 1;
      return bytes.toString("latin1", at - length - 1, at - 1);
    },
    list() {
      const length = reader.number();
      const [end, texts] = [at + length, [] as string[]];
      while (at < end) texts.push(reader.text());
      return texts;
    },
  };
  return reader;
}
