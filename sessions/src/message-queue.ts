import type { Transcript } from "./open-transcript.ts";
import type { SessionRecord } from "./session-record.ts";

/** Messages of the person that are not in the transcript yet: a message never comes in the middle of a reply. */
export interface MessageQueue {
  /** What is not in the transcript yet, oldest first. */
  texts(): string[];
  /** `isTaken`: the agent has it already, in the running turn. */
  add(text: string, isTaken: boolean): void;
  /** Puts the messages that the agent has into the transcript, unless a reply is still growing. */
  placeTaken(): void;
  /** Moves the messages for the next turn into the transcript, and returns them as one prompt. */
  take(): string | undefined;
}

export function createMessageQueue(record: SessionRecord, transcript: Transcript): MessageQueue {
  const placeAll = (texts: readonly string[]) => {
    for (const text of texts) transcript.add({ type: "message", text });
  };
  return {
    texts: () => [...(record.takenMessages ?? []), ...record.queue],
    add(text, isTaken) {
      if (isTaken) record.takenMessages = [...(record.takenMessages ?? []), text];
      else record.queue.push(text);
    },
    placeTaken() {
      if (transcript.isOpen || record.takenMessages === undefined) return;
      placeAll(record.takenMessages);
      record.takenMessages = undefined;
    },
    take() {
      if (record.queue.length === 0) return undefined;
      const texts = record.queue.splice(0);
      placeAll(texts);
      return texts.join("\n\n");
    },
  };
}
