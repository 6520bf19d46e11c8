import { randomBytes } from "node:crypto";
import { YourcallError } from "@yourcall/core";
import type { BodyOf, DeviceService, DeviceServiceOptions } from "../device-service.ts";
import { listenToReplies } from "./listen-to-replies.ts";
import type { NtfyAddress } from "./ntfy-address.ts";
import { canRead, NtfyError, publish } from "./ntfy-api.ts";
import { createNtfyChannel } from "./ntfy-channel.ts";
import { toNtfyMessage } from "./ntfy-message.ts";

const publicServer = "https://ntfy.sh";
const oneCall = new AbortController().signal;

/** Phones with the ntfy app: a topic brings the questions, another one takes the presses. */
export function createNtfyService(options: DeviceServiceOptions): DeviceService<"ntfy"> {
  const { hub, holder, onBound, noteHealth } = options;
  return {
    defaultName: "ntfy",
    async begin(body, device, save) {
      const address = toAddress(body);
      const { server, topic } = address;
      const test = randomBytes(16).toString("base64url");
      const message = toNtfyMessage(address, {
        ...{ sequence_id: device.id, title: "yourcall", buttons: [{ text: "It works" }], names: [test] },
        message: "This phone gets the questions of your agents. Press the button to finish.",
      });
      try {
        await checkAccess(address, body.topic !== undefined);
        const replaces = await publish(address, message, oneCall);
        await save({ ...address, replaces, test } satisfies NtfyAddress);
      } catch (error) {
        if (!(error instanceof NtfyError)) throw error;
        throw new YourcallError("forbidden", `Not added: ${error.message}.`);
      }
      const url = `${server}/${topic}`;
      const where = server === publicServer ? "" : `, and ${server} as its server`;
      return {
        url,
        todo: `In the ntfy app, subscribe to the topic ${topic}${where}.\nOr open ${url}\nThen press the button of the message there.`,
      };
    },
    channel: (device) => createNtfyChannel(hub, device, noteHealth),
    listen: (device) => ({
      key: `ntfy ${device.id}`,
      run(signal) {
        const onHealth = (reason: string | undefined) =>
          void noteHealth(device.id, reason, "listening").catch(() => {});
        return listenToReplies({ hub, device, holder, onBound, onHealth, signal });
      },
    }),
  };
}

function toAddress({ server = publicServer, topic, replyTopic, token, phoneToken }: BodyOf<"ntfy">): NtfyAddress {
  const address = URL.canParse(server) ? new URL(server) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.username !== "" || address.search !== "")
    throw refusal("the server must be an http(s) address like https://ntfy.sh.");
  if ((topic === undefined) !== (replyTopic === undefined) || (topic !== undefined && topic === replyTopic))
    throw refusal("give two topics, one for questions and one for replies, or none.");
  if (topic !== undefined && token === undefined)
    throw refusal(
      "a topic that can be guessed needs an access token and an access list. Without --topic it is random.",
    );
  const random = () => `yourcall-${randomBytes(16).toString("base64url")}`;
  return {
    server: address.href.replace(/\/+$/, ""),
    ...{ topic: topic ?? random(), replyTopic: replyTopic ?? random(), token, phoneToken },
  };
}

/** Refuses topics that others can read, and a token in the buttons that can do more than press them. */
async function checkAccess(address: NtfyAddress, isChosen: boolean): Promise<void> {
  const { server, topic, replyTopic, phoneToken } = address;
  if (!(await canRead(address, replyTopic, oneCall))) throw refusal("the hub's token may not read the replies.");
  if (isChosen && (await canRead({ server }, topic, oneCall)))
    throw refusal("anybody can read the topic of the questions. Set an access list for it.");
  if (phoneToken !== undefined && (await canRead({ server, token: phoneToken }, replyTopic, oneCall)))
    throw refusal("the phone's token may read the replies. Every subscriber sees it, so it must be write-only there.");
}

function refusal(why: string): YourcallError {
  return new YourcallError("forbidden", `Not added: ${why}`);
}
