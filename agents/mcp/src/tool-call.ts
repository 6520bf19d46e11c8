import type { AgentInfo } from "@yourcall/core";
import type { AskForm, FormResult } from "@yourcall/core/elicitation";
import type { McpCard } from "./settings.ts";

/** One tool call, whatever its transport and protocol version. */
export interface ToolCall {
  agent: AgentInfo & { session: string };
  /** The same object for all calls of a connection. */
  connection: object;
  /** Whether the session identifies this client in this project, so that its earlier questions can be found. */
  mayTakeOver: boolean;
  /** The name the client announced; empty if it did not. */
  clientName: string;
  /** How long it waits before it returns `pending`; by default what the client allows. */
  waitMs?: number;
  meta: Readonly<Record<string, unknown>>;
  /** Aborted if the client cancels the call or the connection closes. */
  signal: AbortSignal;
  /** Tells the client that the call is still running; absent if it did not request progress. */
  progress?: (seconds: number, message: string) => void;
  form?: FormPort;
  /** The card, if the client shows cards. The call then returns at once: such a client draws the card from the result. */
  card?: McpCard;
  /** Set if the client fetches the outcome later, as a task. */
  task?: TaskGeneration;
}

/** The protocol version whose tasks a client supports. */
export type TaskGeneration = "2025-11-25" | "2026-07-28";

/** How this client can be shown a form. */
export type FormPort = FormRequests | FormRounds;

interface FormScreen {
  /** Whether the form may let the person choose several from a list. */
  lists: boolean;
  /** Whether the client can send a form in which a field was left empty. */
  emptyFields: boolean;
}

/** The client is sent the form and replies (protocol 2025-11-25 and before). */
export interface FormRequests extends FormScreen {
  show(form: AskForm, signal: AbortSignal): Promise<FormResult>;
}

/** The form is the result of the call, which the client then repeats with the person's input (protocol 2026-07-28). */
export interface FormRounds extends FormScreen {
  /** The round before this one, if there was one. */
  last?: { state: RoundState; result: FormResult | null };
  again(form: AskForm, state: RoundState): Promise<FormRound>;
}

/** What the server remembers from one round to the next. The client carries it, and it is signed. */
export interface RoundState {
  id: string;
  shownAt: number;
  attempt: number;
}

/** Opaque: what the call returns to have the form shown. */
export type FormRound = { readonly resultType: "input_required" };
