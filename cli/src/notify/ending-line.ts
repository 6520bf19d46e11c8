import { toPlaceText } from "@yourcall/core/internal";
import type { AskRecord, DeviceRecord } from "@yourcall/hub";

/** How an ask ended, for the person at a device: `✔ Answered here`, `Declined in web by ana`. */
export function toEndingLine({ outcome }: Pick<AskRecord, "outcome">, device: Pick<DeviceRecord, "id">): string {
  switch (outcome?.status) {
    case "answered":
    case "declined": {
      const isHere = outcome.by.token?.id === device.id;
      return `${outcome.status === "answered" ? "✔ Answered" : "Declined"} ${isHere ? "here" : toPlaceText(outcome.by)}`;
    }
    case "expired":
      return "It expired; nobody answered.";
    default:
      return "The agent withdrew it.";
  }
}
