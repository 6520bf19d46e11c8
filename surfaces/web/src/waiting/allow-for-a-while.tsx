import "./allow-for-a-while.css";
import type { HubClient, WireAsk } from "@yourcall/client";
import { toOptionNames } from "@yourcall/core";
import {
  changeGrantChoice,
  type GrantChoice,
  grantSpans,
  spansOf,
  startGrantChoice,
  toAskedCall,
  toCoversText,
  toGrantBody,
  toGrantNotice,
  toPlaceName,
} from "@yourcall/core/internal";
import type { GrantBody, GrantOffers } from "@yourcall/core/internal/wire";
import { useEffect, useId, useState } from "react";

interface AllowForAWhileProps {
  client: Pick<HubClient, "grantOffers">;
  ask: WireAsk;
  /** Undefined while the form is closed. */
  chosen: ChosenGrant | undefined;
  onChoose: (chosen: ChosenGrant | undefined) => void;
}

/** What is allowed along with the card's own button, and the choices that say so. */
export interface ChosenGrant {
  grant: GrantBody;
  choice: GrantChoice;
}

/**
 * What else an approval allows, for a while: what it covers, where, and how long. It decides nothing by itself: the card's button
 * that allows once sends it along, after everything has been seen.
 */
export default function AllowForAWhile({ client, ask, chosen, onChoose }: AllowForAWhileProps) {
  const [offers, setOffers] = useState<GrantOffers>();
  const isOpen = chosen !== undefined;
  const { id, status, kind, approval, agent } = ask;
  const isWanted = kind === "approval" && status === "pending";
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    client.grantOffers(id).then(
      (found) => isOver || setOffers(found),
      // Nothing is offered to somebody without the right.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [client, id, isWanted]);
  if (!isWanted || approval === undefined || offers === undefined || offers.covers.length === 0) return null;
  const call = toAskedCall(ask);

  function change(next: Partial<GrantChoice>): void {
    const before = chosen?.choice ?? (offers && startGrantChoice(offers));
    if (before === undefined) return;
    const choice = changeGrantChoice(before, next);
    onChoose({ choice, grant: toGrantBody(choice, Date.now()) });
  }

  return (
    <section className="for-a-while" aria-label="Allow for a while">
      <button
        type="button"
        className="quiet small"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? onChoose(undefined) : change({}))}
      >
        {isOpen ? "Only this once" : "Allow for a while…"}
      </button>
      {chosen !== undefined && (
        <>
          <Choice
            name="What"
            options={offers.covers.map((covers) => ({ name: toCoversText(covers, call), value: covers }))}
            isChosen={(covers) => JSON.stringify(covers) === JSON.stringify(chosen.choice.covers)}
            onChoose={(covers) => change({ covers })}
          />
          <Choice
            name="Where"
            options={offers.where.map((place) => ({ name: toPlaceName(place, agent.cwd), value: place }))}
            isChosen={(place) => place === chosen.choice.where}
            onChoose={(place) => change({ where: place })}
          />
          <Choice
            name="How long"
            options={spansOf(chosen.choice.where).map((value) => ({ name: grantSpans[value]?.name ?? "", value }))}
            isChosen={(value) => value === chosen.choice.span}
            onChoose={(span) => change({ span })}
          />
          <p className="fine" role="status">
            <b>{toAllowName(ask)}</b> then also allows {toGrantNotice(chosen.grant, ask)}, without asking you. You can
            take it back at any time.
          </p>
        </>
      )}
    </section>
  );
}

/** What the button says that allows it once. */
function toAllowName({ questions: [question], ...ask }: WireAsk): string {
  const at = ask.approval?.options?.findIndex(({ effect }) => effect === "allow-once") ?? -1;
  return (question && toOptionNames(question, ask)[at]?.name) ?? "Allow once";
}

interface ChoiceProps<Value> {
  name: string;
  options: { name: string; value: Value }[];
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
}

function Choice<Value>({ name, options, isChosen, onChoose }: ChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset>
      <legend className="fine">{name}</legend>
      {options.map((option) => (
        <label key={option.name} className="small">
          <input type="radio" name={group} checked={isChosen(option.value)} onChange={() => onChoose(option.value)} />
          <span>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
