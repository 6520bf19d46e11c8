// Replaces react-devtools-core in the bundle of the inbox.
export default { initialize() {}, connectToDevTools() {} };
