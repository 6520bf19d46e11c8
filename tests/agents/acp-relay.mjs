// An agent whose standard input and output are the socket of a test: node acp-relay.mjs SOCKET
import { connect } from "node:net";

const socket = connect(process.argv[2] ?? "");
process.stdin.pipe(socket);
socket.pipe(process.stdout);
socket.on("close", () => process.exit(Number(process.argv[3] ?? 0)));
