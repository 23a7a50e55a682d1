/** Shapes of the signalling messages on the wire (spec §3, §7; wire-conference 1–2). */

/** `0` on, `1` off. */
export type OffFlag = 0 | 1;

export interface WireTicket {
  readonly url: string;
  readonly confrId: string;
  readonly memName: string;
  readonly tktId: string;
  readonly type: 'CONFR' | 'P2P' | (string & {});
  readonly timestamp: number;
  readonly qoeUpUrl?: string;
  readonly caller?: string;
  readonly callee?: string;
  readonly [unknown: string]: unknown;
}

/** Description of a client in op 200, relayed unchanged to the others. */
export interface WireResource {
  readonly type?: string;
  readonly ver?: string;
  readonly agent?: string;
  readonly ops?: readonly number[];
  readonly vcodes?: readonly string[];
  readonly caps?: readonly string[];
  readonly [unknown: string]: unknown;
}

export interface WireMember {
  readonly id: string;
  /** `org#app_user`. */
  readonly name: string;
  readonly nickName?: string;
  /** JSON text, or any text. */
  readonly ext?: string;
  readonly role?: number;
  readonly res?: WireResource;
  readonly vcodes?: readonly string[];
}

export interface WireStream {
  readonly id: string;
  readonly memId: string;
  readonly memName: string;
  readonly type: number;
  readonly voff: OffFlag;
  readonly aoff: OffFlag;
  readonly name?: string;
  readonly ext?: string;
  readonly csrc?: number;
  /** Stream version: +1 with each republish, otherwise unchanged. */
  readonly sver: number;
  readonly vcodes?: readonly string[];
  readonly resolution?: { readonly w: number; readonly h: number };
  /** Highest bit rates in kbit/s. */
  readonly vbitrate?: number;
  readonly abitrate?: number;
  readonly screenOptions?: readonly string[];
}

/** `pubS` of a publish request. */
export interface WirePublication {
  readonly id?: string;
  readonly type: number;
  readonly voff?: OffFlag;
  readonly aoff?: OffFlag;
  readonly name?: string;
  readonly ext?: string;
  readonly vbitrate?: number;
  readonly abitrate?: number;
  readonly screenOptions?: readonly string[];
  readonly resolution?: { readonly w: number; readonly h: number };
}

export interface SessionDescription {
  readonly type: 'offer' | 'answer' | 'pranswer';
  readonly sdp: string;
}

export interface WireCandidate {
  readonly candidate: string;
  readonly sdpMLineIndex: number;
  readonly sdpMid: string;
}

/** A message in either direction, before its nested JSON is parsed. */
export interface WireMessage {
  readonly op: number;
  readonly tsxId?: string;
  readonly sessId?: string;
  readonly memId?: string;
  readonly rtcId?: string;
  /** Id of a shared connection (capability `transports`). */
  readonly trsId?: string;
  readonly cctx?: string;
  /** JSON text of `{type, sdp}`, type upper-case; an object is accepted too. */
  readonly sdp?: unknown;
  /** Array of JSON texts `{type, candidate, mlineindex, mid}`; looser forms are accepted. */
  readonly cands?: unknown;
  readonly arg?: unknown;
  readonly [member: string]: unknown;
}

export interface WireResponse extends WireMessage {
  readonly op: 1001;
  readonly tsxId: string;
  readonly result: number;
  readonly msg?: string;
}

/** Fields of the answer to op 200 besides those of every answer. */
export interface EnterAnswer {
  readonly sessId: string;
  readonly memId: string;
  readonly role: number;
  readonly vcodes: readonly string[];
  readonly cver: number;
  readonly mems: readonly WireMember[];
  readonly streams: readonly WireStream[];
  readonly yourIp?: string;
  readonly rtcCfg?: unknown;
  readonly cattrs?: unknown;
  readonly cstate?: { readonly muteAll?: boolean };
  readonly caps?: readonly string[];
}

/** The answer to op 200. */
export type EnterResponse = WireResponse & EnterAnswer;
