import { methods } from "@agentclientprotocol/sdk";
import { AgentError, type AgentSettingsReport, type OfferedModel } from "@yourcall/core";
import { toFields, toList } from "@yourcall/core/internal";
import { type Fields, toNonBlank } from "../person-request.ts";
import type { Connection } from "./open-connection.ts";

/** What was last requested for a session. */
interface Chosen {
  mode: string | undefined;
  model: string | undefined;
}

/** A session that this process of the agent knows: what can be chosen in it, and what was. */
export interface OpenSession extends Chosen {
  modes: Fields;
  /** The setting that is the model, if the agent has one. Without an `id` it is set as before there were settings. */
  models: Fields;
}

/** A session as the agent described it when it was opened. */
export function toOpenSession({ modes, models, configOptions }: Fields): OpenSession {
  const settings = toList(configOptions).map(toFields);
  const setting = settings.find(({ category, type }) => category === "model" && type === "select");
  return {
    ...{ modes: toFields(modes), models: setting ?? fromEarlierModels(toFields(models)) },
    ...{ mode: undefined, model: undefined },
  };
}

/** Models as agents listed them before they were a setting. */
function fromEarlierModels({ availableModels, currentModelId }: Fields): Fields {
  const options = toList(availableModels).map(toFields);
  return { currentValue: currentModelId, options: options.map(({ modelId, name }) => ({ value: modelId, name })) };
}

/** Switches to the given mode and model; without a mode, back to the one the session started in. */
export async function choose(
  { agent, call }: Connection,
  { sessionId, session, mode, model }: { sessionId: string; session: OpenSession } & Chosen,
): Promise<void> {
  if (mode !== session.mode) {
    const modeId = mode === undefined ? toNonBlank(session.modes.currentModeId) : findMode(session.modes, mode);
    if (modeId !== undefined) await call(agent.request(methods.agent.session.setMode, { sessionId, modeId }));
    session.mode = mode;
  }
  const isOffered = toModels(session.models).length > 0;
  if (model === session.model || model === undefined || !isOffered) return;
  const configId = toNonBlank(session.models.id);
  await call(
    configId === undefined
      ? agent.request("session/set_model", { sessionId, modelId: model })
      : agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value: model }),
  );
  session.model = model;
}

/** What the person can choose in this session, and what its agent takes. */
export function toOffers(connection: Connection, session: OpenSession): AgentSettingsReport {
  const current = session.model ?? toNonBlank(session.models.currentValue);
  const models = toModels(session.models);
  const modes = toList(session.modes.availableModes).map(toFields);
  return {
    model: models.find(({ id }) => id === current)?.name ?? current,
    models,
    modes: ["default", ...modes.flatMap(({ id, name }) => [String(id), String(name)])],
    takesPictures: takesPictures(connection),
    continuesSessions: continuesSessions(connection),
  };
}

/** Whether it can continue a session of another process. */
export function continuesSessions({ capabilities }: Connection): boolean {
  return Boolean(toFields(capabilities.sessionCapabilities).resume) || capabilities.loadSession === true;
}

export function takesPictures({ capabilities }: Connection): boolean {
  return toFields(capabilities.promptCapabilities).image === true;
}

function toModels({ options }: Fields): OfferedModel[] {
  return toList(options)
    .map(toFields)
    .flatMap((option) => (Array.isArray(option.options) ? option.options.map(toFields) : [option]))
    .map(({ value, name }) => ({ id: String(value), name: toNonBlank(name) ?? String(value) }));
}

function findMode(modes: Fields, wanted: string): string {
  const known = toList(modes.availableModes).map(toFields);
  const isIt = (value: unknown) => String(value).toLowerCase() === wanted.toLowerCase();
  const mode = known.find(({ id, name }) => isIt(id) || isIt(name));
  const names = known.map(({ id }) => String(id)).join(", ");
  if (mode !== undefined) return String(mode.id);
  // A continued session may not list its modes.
  if (known.length === 0) return wanted;
  throw new AgentError("not-found", `This agent has no mode "${wanted}".${names === "" ? "" : ` It has: ${names}.`}`);
}
