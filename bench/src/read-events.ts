/** Takes an event stream in pieces, as they come, and calls back for every whole event. */
export function readEvents(onEvent: (type: string, data: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    rest += text;
    let from = 0;
    for (let end = rest.indexOf("\n\n"); end !== -1; end = rest.indexOf("\n\n", from)) {
      let type = "message";
      let data = "";
      for (const line of rest.slice(from, end).split("\n")) {
        if (line.startsWith("event: ")) type = line.slice(7);
        else if (line.startsWith("data: ")) data = line.slice(6);
      }
      if (data !== "") onEvent(type, data);
      from = end + 2;
    }
    rest = rest.slice(from);
  };
}
