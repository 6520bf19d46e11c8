import { askToolNames } from "@yourcall/core/internal";
import type { UIMessage, UIMessageChunk } from "ai";
import { callsIn, type GuardedCall } from "./guarded-calls.ts";
import { createShownInput } from "./shown-input.ts";

/** A chunk that was left out or changed, and why. */
export interface DroppedChunk {
  chunk: UIMessageChunk;
  reason:
    | "no-start"
    | "unknown-call"
    | "repeated"
    | "contradicting-input"
    | "after-its-end"
    | "reset"
    | "missing-tool"
    | "late-start";
}

export interface GuardOptions {
  /** The message that the stream continues, whose calls may get their outputs now. */
  message?: UIMessage;
  /**
   * Tools whose input is passed on whole instead of as it streams, so that the page never shows anything but the input the tool was
   * called with. By default those that ask: their card appears only when the input is complete.
   */
  whole?: readonly string[];
  /**
   * Tools that the page shows though this server does not run them. A `tool-input-error` for one says only that there is no such
   * tool here, and becomes its input.
   */
  known?: readonly string[];
  onDropped?: (dropped: DroppedChunk) => void;
}

type Of<Type extends UIMessageChunk["type"]> = Extract<UIMessageChunk, { type: Type }>;

/**
 * A transform for a stream of UI message chunks, after which `readUIMessageStream` never throws and assistant-ui never warns,
 * whatever the order of chunks:
 *
 *     streaming ──input-available──▶ available ──output──▶ done
 *         │                             └─ approval ─▶ approval ──response──▶ available
 *         └─ output, or the end of the stream: the input is closed first
 *
 * @example
 * import { streamText } from "ai";
 * const stream = streamText({ model, prompt }).toUIMessageStream().pipeThrough(guardToolStream());
 */
export function guardToolStream(options: GuardOptions = {}): TransformStream<UIMessageChunk, UIMessageChunk> {
  const { message, whole = askToolNames, known = [], onDropped = () => {} } = options;
  const calls = new Map(callsIn(message).map((call) => [call.toolCallId, call]));
  const approvals = new Map(
    [...calls.values()].flatMap((call) => (call.approvalId === undefined ? [] : [[call.approvalId, call] as const])),
  );
  const gone = new Set<string>();
  const open = { text: new Set<string>(), reasoning: new Set<string>() };
  let step = 0;
  let hasContent = false;
  let pass = (_: UIMessageChunk) => {};

  function start(chunk: Of<"tool-input-start" | "tool-input-available" | "tool-input-error">): GuardedCall {
    const call: GuardedCall = {
      toolCallId: chunk.toolCallId,
      toolName: chunk.toolName,
      dynamic: chunk.dynamic,
      step,
      input: createShownInput({
        streams: !whole.includes(chunk.toolName),
        isText: chunk.type === "tool-input-start" && chunk.inputEncoding === "text",
      }),
      state: "streaming",
    };
    calls.set(call.toolCallId, call);
    return call;
  }

  /** Closes an input that will never be completed. */
  async function closeInput(call: GuardedCall): Promise<void> {
    const { toolCallId, toolName, dynamic } = call;
    const [input] = await call.input.settle(await call.input.read());
    call.state = "done";
    const errorText = "The input of this call ended before it was complete.";
    pass({ type: "tool-input-error", toolCallId, toolName, dynamic, input, errorText });
  }

  async function closeInputs(): Promise<void> {
    for (const call of calls.values()) if (call.state === "streaming") await closeInput(call);
  }

  async function closeAll(): Promise<void> {
    await closeInputs();
    for (const kind of ["text", "reasoning"] as const) {
      for (const id of open[kind]) pass({ type: `${kind}-end`, id });
      open[kind].clear();
    }
  }

  function takeText(chunk: Of<`${keyof typeof open}-${"start" | "delta" | "end"}`>) {
    const [kind, what] = chunk.type.split("-") as [keyof typeof open, string];
    const { id } = chunk;
    const isOpen = open[kind].has(id);
    if (what === "end" && !isOpen) return onDropped({ chunk, reason: "no-start" });
    if (what === "start" && isOpen) pass({ type: `${kind}-end`, id });
    if (what === "delta" && !isOpen) pass({ type: `${kind}-start`, id });
    if (what === "end") open[kind].delete(id);
    else open[kind].add(id);
    pass(chunk);
  }

  /** The call that a chunk belongs to; undefined, and reported, if the page does not know that call. */
  function find(chunk: UIMessageChunk & { toolCallId: string }): GuardedCall | undefined {
    const call = calls.get(chunk.toolCallId);
    if (call === undefined) onDropped({ chunk, reason: gone.has(chunk.toolCallId) ? "reset" : "unknown-call" });
    return call;
  }

  async function takeInput(chunk: Of<"tool-input-available" | "tool-input-error">): Promise<void> {
    if (gone.has(chunk.toolCallId)) return onDropped({ chunk, reason: "reset" });
    const before = calls.get(chunk.toolCallId);
    if (before !== undefined && before.state !== "streaming")
      return onDropped({ chunk, reason: before.state === "available" ? "repeated" : "after-its-end" });
    const call = before ?? start(chunk);
    const [input, isGiven] = await call.input.settle(chunk.input);
    if (!isGiven && chunk.type === "tool-input-available") onDropped({ chunk, reason: "contradicting-input" });
    const { toolName, dynamic } = call;
    if (chunk.type === "tool-input-available" || !known.includes(toolName)) {
      call.state = chunk.type === "tool-input-available" ? "available" : "done";
      return pass({ ...chunk, toolName, dynamic, input });
    }
    onDropped({ chunk, reason: "missing-tool" });
    call.state = "available";
    call.missing = chunk.errorText;
    const { errorText: _, ...rest } = chunk;
    pass({ ...rest, type: "tool-input-available", toolName, dynamic, input: input ?? (await call.input.read()) });
  }

  async function takeOutput(
    chunk: Of<"tool-output-available" | "tool-output-error" | "tool-output-denied">,
  ): Promise<void> {
    const call = find(chunk);
    if (call === undefined) return;
    if (call.state === "done") return onDropped({ chunk, reason: "after-its-end" });
    if (chunk.type === "tool-output-error" && call.missing === chunk.errorText) {
      call.missing = undefined;
      return onDropped({ chunk, reason: "missing-tool" });
    }
    if (call.state === "streaming") {
      const { toolCallId, toolName, dynamic } = call;
      const [input] = await call.input.settle(await call.input.read());
      pass({ type: "tool-input-available", toolCallId, toolName, dynamic, input });
    }
    call.state = chunk.type === "tool-output-available" && chunk.preliminary === true ? "preliminary" : "done";
    pass(chunk);
  }

  async function take(chunk: UIMessageChunk): Promise<void> {
    switch (chunk.type) {
      case "start": {
        // A new message id after some content would make the page discard what it already shows.
        if (hasContent && chunk.messageId !== undefined) {
          onDropped({ chunk, reason: "late-start" });
          return pass({ ...chunk, messageId: undefined });
        }
        if (chunk.messageId !== undefined && chunk.messageId !== message?.id) {
          calls.clear();
          approvals.clear();
        }
        return pass(chunk);
      }
      case "text-start":
      case "text-delta":
      case "text-end":
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        return takeText(chunk);
      case "tool-input-start":
        if (gone.has(chunk.toolCallId)) return onDropped({ chunk, reason: "reset" });
        if (calls.has(chunk.toolCallId)) return onDropped({ chunk, reason: "repeated" });
        start(chunk);
        return pass(chunk);
      case "tool-input-delta": {
        const call = calls.get(chunk.toolCallId);
        if (call?.state !== "streaming")
          return onDropped({ chunk, reason: call === undefined ? "no-start" : "after-its-end" });
        const inputTextDelta = await call.input.add(chunk.inputTextDelta);
        return inputTextDelta === "" ? undefined : pass({ ...chunk, inputTextDelta });
      }
      case "tool-input-available":
      case "tool-input-error":
        return takeInput(chunk);
      case "tool-output-available":
      case "tool-output-error":
      case "tool-output-denied":
        return takeOutput(chunk);
      case "tool-approval-request": {
        const call = find(chunk);
        if (call === undefined) return;
        if (call.state !== "available" || approvals.has(chunk.approvalId))
          return onDropped({ chunk, reason: "after-its-end" });
        call.state = "approval";
        approvals.set(chunk.approvalId, call);
        return pass(chunk);
      }
      case "tool-approval-response": {
        const call = approvals.get(chunk.approvalId);
        if (call?.state !== "approval") return onDropped({ chunk, reason: "unknown-call" });
        call.state = "available";
        return pass(chunk);
      }
      case "start-step":
        await closeInputs();
        step += 1;
        return pass(chunk);
      case "reset-step":
        open.text.clear();
        open.reasoning.clear();
        for (const call of [...calls.values()].filter((call) => call.step === step)) {
          calls.delete(call.toolCallId);
          gone.add(call.toolCallId);
          call.state = "done";
        }
        return pass(chunk);
      case "finish":
      case "abort":
        await closeAll();
        return pass(chunk);
      default:
        return pass(chunk);
    }
  }

  return new TransformStream({
    start(controller) {
      pass = (chunk) => controller.enqueue(chunk);
    },
    async transform(chunk) {
      await take(chunk);
      if (chunk.type !== "start" && chunk.type !== "message-metadata") hasContent = true;
    },
    flush: closeAll,
  });
}
