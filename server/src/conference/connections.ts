import type { Connection, Member } from './model.js';
import type { Step } from './step.js';

/** Connections of a member that carry many streams. */
export const connectionsOf = (step: Step, memberId: string): Connection[] =>
  [...step.state.connections.values()].filter((connection) => connection.memberId === memberId);

/** The connection with this id in the engine. */
export function connectionOf(step: Step, connectionId: string): Connection | undefined {
  for (const connection of step.state.connections.values()) {
    if (connection.connectionId === connectionId) return connection;
  }
  return undefined;
}

/** Closes all connections of a member that has left. */
export function disconnectAll(step: Step, member: Member): void {
  for (const connection of connectionsOf(step, member.id)) {
    step.dropConnection(connection);
    step.effect({ kind: 'closeTransport', transportId: connection.connectionId });
  }
}

/** Removes requests whose expected offer was lost with the socket; their sender repeats them. */
export function forgetRequests(step: Step, member: Member): void {
  for (const connection of connectionsOf(step, member.id)) {
    if (connection.requests.length > 0) step.setConnection({ ...connection, requests: [] });
  }
}
