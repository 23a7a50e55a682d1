import { LecternError } from '../core/errors.js';
import { ConferenceType, Role, decodeObject, type WireTicket } from '../protocol/index.js';
import type { JsonObject } from './http.js';

/** Answer of the ticket call (spec §7). */
export interface TicketAnswer {
  readonly confrId: string;
  readonly type: ConferenceType;
  /** Undefined if the server determines it at op 200. */
  readonly role: Role | undefined;
  readonly roleToken: string | undefined;
  readonly ticket: WireTicket;
}

const broken = (what: string): LecternError =>
  new LecternError(`the server's answer to the ticket request has no usable ${what}`, { reason: 'protocol' });

/** @throws {LecternError} 'not support conf type' (spec §8). */
export function readType(value: unknown): ConferenceType {
  // Old servers send 0 for plain communication.
  if (value === 0) return ConferenceType.Communication;
  const type = Object.values(ConferenceType).find((candidate) => candidate === value);
  if (type === undefined) {
    throw new LecternError(`conferences of type ${String(value)} are not supported`, {
      reason: 'unsupported',
      specMessage: 'not support conf type',
    });
  }
  return type;
}

/** Parses a ticket: JSON text or an object. @throws {LecternError} reason `protocol`. */
export function readTicket(value: unknown): WireTicket {
  let ticket: Record<string, unknown>;
  try {
    ticket = decodeObject(value, 'the ticket');
  } catch {
    throw broken('ticket');
  }
  if (typeof ticket.url !== 'string' || ticket.url === '') throw broken('url in the ticket');
  if (typeof ticket.memName !== 'string') throw broken('memName in the ticket');
  return ticket as unknown as WireTicket;
}

/** @throws {LecternError} 'not support conf type' (spec §8), or reason `protocol`. */
export function readTicketAnswer(answer: JsonObject): TicketAnswer {
  const type = readType(answer.type);
  const ticket = readTicket(answer.ticket);
  const confrId = answer.confrId ?? ticket.confrId;
  if (typeof confrId !== 'string' || confrId === '') throw broken('confrId');
  return {
    confrId,
    type,
    role: Object.values(Role).find((role) => role === answer.role),
    roleToken: typeof answer.roleToken === 'string' ? answer.roleToken : undefined,
    ticket,
  };
}
