/** HTTP calls: host discovery, rooms, tickets, users; errors according to the specification. */
export { parseAppKey, qualifyMemName, type AppKey } from './app-key.js';
export type { JsonObject } from './http.js';
export {
  RestClient,
  type CreateTicketRequest,
  type Credentials,
  type JoinTicketRequest,
  type RestClientOptions,
  type RestMethod,
  type RoomAnswer,
  type RoomRequest,
} from './rest-client.js';
export { requireServer, type ServerAddress } from './server-address.js';
export { readTicket, readTicketAnswer, readType, type TicketAnswer } from './ticket.js';
export type { TokenProvider, TokenSource } from './token-source.js';
export { registerUser, requestToken, type UserOptions, type UserToken } from './users.js';
