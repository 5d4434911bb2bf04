import type { IncomingMessage } from "node:http";

/** Names the client's end of the connection to a process behind the one that accepted it. */
export const PEER_HEADER = "x-peer-address";

/** The address at the other end of a request's connection; undefined if it has disconnected. */
export type PeerOf = (req: IncomingMessage) => string | undefined;

export const socketPeer: PeerOf = ({ socket }) => socket.remoteAddress;

/** For requests through a socket that only the process in front can open. It overwrites the header of every request. */
export const forwardedPeer: PeerOf = ({ headers }) => headers[PEER_HEADER]?.toString() || undefined;
