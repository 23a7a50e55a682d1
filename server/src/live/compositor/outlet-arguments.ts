import { isIP } from 'node:net';
import { join } from 'node:path';
import type { PushRoute } from '../push-policy.js';
import { KEYFRAME_INTERVAL_S } from './encoder.js';

const NETWORK_TIMEOUT_US = 10_000_000;
const HLS_SEGMENTS = 6;
const RTMP_PORT = 1935;

export type Target =
  | { readonly kind: 'rtmp'; readonly url: string }
  /** A folder that is made if need be. */
  | { readonly kind: 'hls'; readonly folder: string };

export const PLAYLIST = 'index.m3u8';
export const SEGMENT_PATTERN = /^segment\d{1,9}\.ts$/;

/**
 * ffmpeg's arguments that bring the encoded output, from its standard input, to a target.
 *
 * @param attempt how often this target was tried before: its addresses take turns
 */
export function outletArguments(target: Target, route: PushRoute, attempt: number): string[] {
  const input = ['-progress', 'pipe:1', '-stats_period', '0.5', '-f', 'mpegts', '-i', 'pipe:0', '-c', 'copy'];
  if (target.kind === 'rtmp') {
    const timeout = ['-rw_timeout', String(NETWORK_TIMEOUT_US)];
    const output = ['-f', 'flv', '-flvflags', 'no_duration_filesize', ...timeout];
    return [...input, ...output, ...pushArguments(target.url, route, attempt)];
  }
  return [
    ...input,
    ...['-f', 'hls', '-hls_time', String(KEYFRAME_INTERVAL_S), '-hls_list_size', String(HLS_SEGMENTS)],
    ...['-hls_flags', 'delete_segments+append_list+independent_segments+temp_file'],
    ...['-hls_segment_filename', join(target.folder, 'segment%d.ts'), join(target.folder, PLAYLIST)],
  ];
}

/**
 * ffmpeg would look the name up again, and its owner may answer otherwise then than when it was checked. RTMP goes to a
 * checked address and says the name; TLS needs the name to connect, so there the other side has to prove that it has it.
 */
function pushArguments(pushUrl: string, { addresses = [] }: PushRoute, attempt: number): string[] {
  const address = addresses[attempt % addresses.length];
  if (address === undefined) return [pushUrl];
  const url = new URL(pushUrl);
  if (url.protocol === 'rtmps:') return ['-tls_verify', '1', pushUrl];
  const path = `${url.pathname}${url.search}${url.hash}`;
  const application = `rtmp://${url.hostname}:${url.port || RTMP_PORT}/${applicationOf(path)}`;
  const user = url.username === '' ? '' : `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
  const host = isIP(address) === 6 ? `[${address}]` : address;
  return ['-rtmp_tcurl', application, `rtmp://${user}${host}${url.port === '' ? '' : `:${url.port}`}${path}`];
}

/** What of a path ffmpeg takes for the application: its first two parts, or the first where there are no more than two. */
function applicationOf(path: string): string {
  const [first = '', second, ...rest] = path.slice(1).split('/');
  return second === undefined || rest.length === 0 || second.includes(':') ? first : `${first}/${second}`;
}
