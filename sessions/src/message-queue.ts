import type { Transcript } from "./open-transcript.ts";
import type { SessionMessage, SessionRecord } from "./session-record.ts";

/** Messages of the person that are not in the transcript yet: a message never comes in the middle of a reply. */
interface MessageQueue {
  /** What is not in the transcript yet, oldest first. */
  texts(): string[];
  /** `isTaken`: the agent has it already, in the running turn. */
  add(message: SessionMessage, isTaken: boolean): void;
  /** Puts the messages that the agent has into the transcript, unless a reply is still growing. */
  placeTaken(): void;
  /** Moves the messages for the next turn into the transcript, and returns them as one. */
  take(): SessionMessage | undefined;
}

export function createMessageQueue(record: SessionRecord, transcript: Transcript): MessageQueue {
  const placeAll = (messages: readonly SessionMessage[]) => {
    for (const message of messages) transcript.add({ type: "message", ...message });
  };
  return {
    texts: () => [...(record.takenMessages ?? []), ...record.queue].map(toShownText),
    add(message, isTaken) {
      if (isTaken) record.takenMessages = [...(record.takenMessages ?? []), message];
      else record.queue.push(message);
    },
    placeTaken() {
      if (transcript.isOpen || record.takenMessages === undefined) return;
      placeAll(record.takenMessages);
      record.takenMessages = undefined;
    },
    take() {
      if (record.queue.length === 0) return undefined;
      const messages = record.queue.splice(0);
      placeAll(messages);
      const pictures = messages.flatMap((message) => message.pictures ?? []);
      const text = messages.map((message) => message.text).filter((words) => words !== "");
      return { text: text.join("\n\n"), ...(pictures.length === 0 ? {} : { pictures }) };
    },
  };
}

function toShownText({ text, pictures = [] }: SessionMessage): string {
  const count = pictures.length === 1 ? "1 picture" : `${pictures.length} pictures`;
  return pictures.length === 0 ? text : [text, `(${count})`].filter((words) => words !== "").join("\n");
}
