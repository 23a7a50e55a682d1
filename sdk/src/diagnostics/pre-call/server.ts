import { deferred, race } from '../../core/abort.js';
import { LecternError } from '../../core/errors.js';
import { findRestHost } from '../../rest/host-discovery.js';
import { callJson, type HttpPlatform } from '../../rest/http.js';
import type { AppKey, JsonObject } from '../../rest/index.js';
import { StepFailure, type Finding, type StepRun } from './run.js';

const TIMEOUT_MS = 8_000;
const SIGNALLING_PATH = '/rtc/ws';
const SERVER_ERROR = 500;

export interface ServerAddress {
  readonly appKey: AppKey;
  readonly restUrl: string | undefined;
  readonly hosts: readonly string[] | undefined;
}

/**
 * Checks that the REST host answers (spec §7: the token call is the check of reachability); resolves with its base URL.
 */
export async function checkRest({ platform, signal }: StepRun, address: ServerAddress): Promise<string> {
  const { appKey, restUrl, hosts = [] } = address;
  try {
    if (restUrl === undefined) return await findRestHost({ platform, appKey, hosts, signal });
    const base = new URL(restUrl, platform.origin).href.replace(/\/+$/, '');
    const probe = { grant_type: 'password', username: 'probe', password: 'probe', timestamp: platform.clock.now() };
    await callJson(platform, 'POST', `${base}/${appKey.org}/${appKey.app}/token`, probe, {
      signal,
      timeoutMs: TIMEOUT_MS,
    }).catch(passOverRefusal);
    return base;
  } catch (cause) {
    throw new StepFailure(adviceOf(cause), cause);
  }
}

/**
 * A server that refuses the probe's user with its own message was reached; an answer that is not JSON is from another
 * server.
 */
function passOverRefusal(error: unknown): void {
  const isAnswer = error instanceof LecternError && error.reason === 'refused' && typeof error.cause === 'object';
  if (!isAnswer) throw error;
}

function adviceOf(error: unknown): 'check-network' | 'check-address' | 'server-busy' {
  if (!(error instanceof LecternError)) return 'check-address';
  if (error.reason === 'protocol' || error.reason === 'refused') return 'check-address';
  return (error.code ?? 0) >= SERVER_ERROR ? 'server-busy' : 'check-network';
}

/** Checks that a signalling socket opens. */
export async function checkSignalling(
  run: StepRun,
  base: string | undefined,
  url: string | undefined,
): Promise<Finding> {
  const address = url ?? (base === undefined ? undefined : `${base.replace(/^http/, 'ws')}${SIGNALLING_PATH}`);
  if (address === undefined) throw new StepFailure('check-network');
  const opened = deferred<void>();
  try {
    const socket = run.platform.createSocket(address);
    run.open.add(() => {
      socket.onopen = socket.onclose = socket.onerror = null;
      socket.close(1000);
    });
    socket.onopen = () => opened.resolve();
    socket.onerror = socket.onclose = () => opened.reject(new Error('the socket was closed'));
    await race(opened.promise, { signal: run.signal, clock: run.platform.clock, timeoutMs: TIMEOUT_MS });
  } catch (cause) {
    throw new StepFailure(base === undefined ? 'check-network' : 'websocket-blocked', cause);
  }
  return { state: 'passed' };
}

/** Relays that a member will receive when it enters; only Lectern's server returns them earlier. */
export async function askForRelays(
  platform: HttpPlatform,
  base: string,
  body: JsonObject,
  signal: AbortSignal,
): Promise<RTCConfiguration> {
  const url = `${base}/easemob/rtc/relay/config`;
  const { rtcCfg } = await callJson(platform, 'POST', url, body, { signal, timeoutMs: TIMEOUT_MS });
  const { iceServers } = (typeof rtcCfg === 'string' ? JSON.parse(rtcCfg) : (rtcCfg ?? {})) as RTCConfiguration;
  return iceServers ? { iceServers } : {};
}
