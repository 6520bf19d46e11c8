import { setTimeout as sleep } from "node:timers/promises";
import { type AgentError, createKeyGuard } from "@yourcall/core";
import { parseGuardMs, toSpan } from "@yourcall/core/internal";
import { type Agent, createConversation, findRun, type Said } from "@yourcall/sessions/agents";
import type { Terminal, TerminalInput } from "@yourcall/terminal";
import { asciiGlyphs, type Glyphs, keyLines, type Line, openScreen, span } from "@yourcall/terminal/internal";
import { didYouMean } from "../nearest.ts";
import { exitCodes } from "../run-command.ts";
import type { AgentArguments } from "./agent-arguments.ts";
import { createMessageField, type History, toFieldLines } from "./message-field.ts";
import { matchSlash, parseSlash, slashCommands } from "./slash-commands.ts";
import { createTerminalAsker, type TerminalAskerOptions } from "./terminal-asker.ts";
import { createTranscript, youMark } from "./transcript.ts";

interface ChatOptions {
  terminal: Terminal;
  history: History;
  /** Opens the agent with this asker and, if given, this model. */
  open(asker: ReturnType<typeof createTerminalAsker>, model?: string): Promise<Agent>;
  /** Whether its questions are lost with its process. */
  forgetsAsks: boolean;
  resume: AgentArguments["resume"];
  prompt: string | undefined;
  /** Shown at the top, next to the model. If omitted, there is no such line. */
  place?: string;
  /** Whether the chat ends after its first turn. */
  once?: boolean;
  /** A line below the prompts of the agent's questions, and what watches those prompts. */
  prompts?: Pick<TerminalAskerOptions, "footerOf" | "watch">;
}

const paintMs = 16;
const stopAgain = 3;
const spinMs = 120;
const spinners = { unicode: [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"], ascii: [..."|/-\\"] };
const names = slashCommands.map(({ name }) => name);
const helpRows: [string, string][] = [
  ...slashCommands.map(({ name, takes, does }): [string, string] => [`${name} ${takes}`.trim(), does]),
  ["enter", "send"],
  ["ctrl+j", "new line"],
  ["up, down", "earlier messages"],
  ["ctrl+c", "stop the turn; twice on an empty line: end"],
];

function toSpinner(glyphs: Glyphs, now: number): string {
  const frames = glyphs === asciiGlyphs ? spinners.ascii : spinners.unicode;
  return frames[Math.floor(now / spinMs) % frames.length] ?? "";
}

/*
 * idle ──Enter──▶ turn ──done, error──▶ idle          keys in a turn go into the field and are sent by the next Enter
 *   │               │ Ctrl-C: the turn stops and its asks are withdrawn; a prompt has the terminal while it is open
 *   └─ Ctrl-C twice, Ctrl-D: the end
 */

/** A chat on a terminal. Resolves with the exit code. */
export async function chat(options: ChatOptions): Promise<number> {
  const { promise: over, resolve: finish } = Promise.withResolvers<number>();
  const field = createMessageField(options.history);
  let turn: AbortController | null = null;
  let turnedAt = 0;
  let stops = 0;
  let leaving: number | null = null;
  let armed = false;
  let opened = false;
  let painting: NodeJS.Timeout | undefined;
  let isAsked = false;
  const guard = createKeyGuard({ guardMs: parseGuardMs(process.env.YOURCALL_KEY_GUARD_MS) });

  const asker = createTerminalAsker({
    ...options.prompts,
    async lend(use) {
      transcript.beforeQuestion();
      await untilRested();
      return screen.lend(use);
    },
    onInterrupt: stop,
    onLost: lost,
    write: (lines) => transcript.question(lines),
    warn: (message) => transcript.notice(message, "warning"),
  });
  let agent = await options.open(asker);
  const resumed = await findRun(agent, options.resume);
  let conversation = createConversation(agent, resumed?.id);
  const screen = openScreen({
    terminal: options.terminal,
    typeAhead: true,
    view: () => (opened ? view() : { lines: [], cursor: null }),
    onInput,
    onEnd: (signal) => (signal === "SIGHUP" ? void lost() : leave(exitCodes.interrupted)),
  });
  const transcript = createTranscript(screen);
  opened = true;

  /** A question that arrives while a message is being typed waits for a pause, or it would take the keys away mid-sentence. */
  async function untilRested(): Promise<void> {
    for (let at = guard.restsAt(Date.now()); at !== undefined; at = guard.restsAt(Date.now())) {
      isAsked = true;
      paint();
      await sleep(Math.max(1, at - Date.now()));
    }
    isAsked = false;
  }

  /** The terminal is gone. Pending asks stay if the agent can still receive the answer, and the run is kept. */
  async function lost(): Promise<never> {
    if (options.forgetsAsks) await asker.withdraw();
    process.exit(129);
  }

  function stop(): void {
    stops++;
    armed = true;
    turn?.abort("the person stopped the turn");
    if (stops >= stopAgain) process.exit(exitCodes.interrupted);
  }

  function leave(code: number): void {
    leaving ??= code;
    if (turn === null) finish(code);
    else stop();
  }

  function onInput(input: TerminalInput): void {
    const act = field.take(input);
    if (input.type !== "key" && input.type !== "paste") return;
    if (act !== "interrupt") guard.allows(input.type === "key" ? input.key : "paste", Date.now(), "field");
    if (act === "interrupt") onInterrupt();
    else if (act === "end" && turn === null) leave(exitCodes.answered);
    else {
      armed = false;
      if (act === "send" && turn === null) send();
      paint();
    }
  }

  function onInterrupt(): void {
    if (turn !== null) stop();
    else if (armed && field.field().text === "") leave(exitCodes.interrupted);
    else {
      field.clear();
      armed = true;
    }
    paint();
  }

  function send(): void {
    const text = field.finish();
    const command = parseSlash(text);
    if (command !== null) void obey(command);
    else if (text !== "") void take(text);
  }

  async function obey({ name, word, known }: NonNullable<ReturnType<typeof parseSlash>>): Promise<void> {
    const { glyphs } = screen;
    try {
      if (!known)
        throw new Error(`Unknown command ${name}.${didYouMean(name, names, (word) => word)} /help lists them.`);
      if (name === "/help") transcript.lines(keyLines(helpRows, screen.width()));
      if (name === "/model" && word !== undefined) {
        agent = await options.open(asker, word);
        // The run continues with the new model.
        conversation = createConversation(agent, conversation.runId);
      }
      if (name === "/model") transcript.notice(`The model is ${agent.name}.`, "muted");
      if (name === "/clear") {
        conversation = createConversation(agent);
        transcript.notice(`${glyphs.dash} A new conversation. The agent has forgotten what was said above.`, "muted");
      }
      if (name === "/resume") {
        const found = await findRun(agent, { run: word });
        conversation = createConversation(agent, found?.id);
        show(found?.said ?? []);
        return void take(undefined);
      }
    } catch (error) {
      transcript.notice(`${glyphs.cross} ${(error as Error).message}`, "danger");
    }
    paint();
  }

  function show(said: readonly Said[]): void {
    for (const { who, text } of said) {
      if (who === "you") transcript.you(text);
      else for (const type of ["text", "done"] as const) transcript.take({ type, text });
    }
  }

  async function take(prompt: string | undefined): Promise<void> {
    const own = new AbortController();
    turn = own;
    turnedAt = Date.now();
    stops = 0;
    const spinning = setInterval(paint, spinMs);
    if (prompt !== undefined) transcript.you(prompt);
    paint();
    try {
      for await (const event of conversation.turn(prompt, own.signal)) {
        transcript.take(event);
        if (event.type === "error") showError(event.error);
        soon();
      }
    } catch (error) {
      showError(error as Error);
    }
    clearInterval(spinning);
    turn = null;
    if (options.once) leaving ??= own.signal.aborted ? exitCodes.interrupted : exitCodes.answered;
    if (leaving === null) paint();
    else finish(leaving);
  }

  function showError(error: Error): void {
    if ((error as Partial<AgentError>).code === "aborted") {
      if (options.once) return;
      transcript.notice(`${screen.glyphs.dash} Stopped. Write what to do instead, or how to continue.`, "muted");
    } else transcript.notice(`${screen.glyphs.cross} ${error.message}`, "danger");
  }

  function soon(): void {
    painting ??= setTimeout(paint, paintMs);
  }

  function paint(): void {
    clearTimeout(painting);
    painting = undefined;
    screen.paint();
  }

  function view() {
    const width = screen.width();
    const working = turn !== null;
    const rows = Math.max(1, Math.floor(screen.height() / 2));
    const written = toFieldLines(field.field(), { width, rows, glyphs: screen.glyphs }, toPlaceholder(width));
    const status: Line[] = working
      ? [
          [
            span(`${toSpinner(screen.glyphs, Date.now())} `, "primary"),
            span(`${stops > 0 ? "stopping" : "working"} ${toSpan(Date.now() - turnedAt)}`, "muted"),
            span(` ${screen.glyphs.bullet} ctrl+c stop`, "dim"),
          ],
        ]
      : [];
    if (isAsked) status.push([span("A question is here. It opens when you pause.", "warning")]);
    const below = working && field.field().text === "" ? [] : written.lines;
    const offered = matchSlash(field.field().text).map(
      ({ name, takes, does }): Line => [span(`  ${`${name} ${takes}`.padEnd(16)}`, "primary"), span(does, "muted")],
    );
    const above: Line[] = [...transcript.growing(), [], ...status];
    return {
      lines: [...above, ...below, ...offered],
      cursor: below.length === 0 ? null : { ...written.cursor, row: above.length + written.cursor.row },
    };
  }

  /** All hints, only the first, or none: as many as fit on the line. */
  function toPlaceholder(width: number): string {
    const hints = armed ? ["ctrl+c again ends"] : ["write a message", "/ commands", "ctrl+j newline", "ctrl+d end"];
    const room = width - youMark.length - 4;
    const shown = [hints, hints.slice(0, 1)].map((some) => some.join(` ${screen.glyphs.bullet} `));
    return shown.find((text) => text.length <= room) ?? "";
  }

  const heading = ["yourcall agent", agent.name, options.place].join(` ${screen.glyphs.bullet} `);
  if (options.place !== undefined) transcript.notice(heading, "muted");
  show(resumed?.said ?? []);
  if (options.prompt !== undefined || resumed !== undefined) void take(options.prompt);
  else paint();
  const code = await over;
  clearTimeout(painting);
  screen.close();
  if (conversation.runId !== undefined && !options.once)
    options.terminal.output.write(`\nTo continue: yourcall agent --resume ${conversation.runId}\n`);
  return code;
}
