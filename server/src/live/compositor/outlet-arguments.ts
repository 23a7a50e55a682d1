import { isIP } from 'node:net';
import { join } from 'node:path';
import type { PushRoute } from '../push-policy.js';
import { KEYFRAME_INTERVAL_S } from './encoder.js';

/** A keyframe, with which the parameters of the picture come, and some of the sound. */
const ANALYSIS_US = (KEYFRAME_INTERVAL_S + 0.5) * 1_000_000;
const NETWORK_TIMEOUT_US = 10_000_000;
const COPY = ['-c', 'copy'] as const;
const HLS_SEGMENTS = 6;
const RTMP_PORT = 1935;
export const RTMPS_PORT = 443;

export type Target =
  | { readonly kind: 'rtmp'; readonly url: string }
  /** A folder, created if necessary. */
  | { readonly kind: 'hls'; readonly folder: string };

export const PLAYLIST = 'index.m3u8';
export const SEGMENT_PATTERN = /^segment\d{1,9}\.ts$/;

/** Connection of ffmpeg to a target of kind `rtmp`, for one attempt. */
export interface Connection {
  /** The checked IP address; absent where the URL may be connected to as it is. */
  readonly address?: string;
  /** The HTTP proxy to this address; needed by `rtmps:` targets that have one. */
  readonly proxyUrl?: string;
}

/** The address of an attempt: the checked addresses take turns. @param attempt number of earlier attempts */
export const addressOf = ({ addresses = [] }: PushRoute, attempt: number): string | undefined =>
  addresses[attempt % addresses.length];

/** ffmpeg's arguments that send the encoded output from its standard input to a target. */
export function outletArguments(target: Target, connection: Connection): string[] {
  // By default, ffmpeg watches a transport stream for 5 s before it writes any of it.
  const analysis = ['-analyzeduration', String(ANALYSIS_US), '-fpsprobesize', '0'];
  const input = ['-progress', 'pipe:1', '-stats_period', '0.5', ...analysis, '-f', 'mpegts', '-i', 'pipe:0'];
  if (target.kind === 'rtmp') {
    const timeout = ['-rw_timeout', String(NETWORK_TIMEOUT_US)];
    const output = ['-f', 'flv', '-flvflags', 'no_duration_filesize', ...timeout];
    return [...input, ...COPY, ...output, ...pushArguments(new URL(target.url), connection)];
  }
  return [
    ...input,
    ...COPY,
    ...['-f', 'hls', '-hls_time', String(KEYFRAME_INTERVAL_S), '-hls_list_size', String(HLS_SEGMENTS)],
    ...['-hls_flags', 'delete_segments+append_list+independent_segments+temp_file'],
    ...['-hls_segment_filename', join(target.folder, 'segment%d.ts'), join(target.folder, PLAYLIST)],
  ];
}

/**
 * ffmpeg would resolve the name again, and DNS may then answer differently from the check. RTMP connects to a checked
 * address and sends the name; TLS needs the name itself, so it goes through a proxy that connects to the address. The
 * URL is built from the parts that were checked: ffmpeg parses URLs by rules of its own.
 */
function pushArguments(url: URL, { address, proxyUrl }: Connection): string[] {
  const user = url.username === '' ? '' : `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = `${url.pathname}${url.search}${url.hash}`;
  const to = (host: string): string => `${url.protocol}//${user}${host}${port}${path}`;
  if (address === undefined) return [to(url.hostname)];
  if (url.protocol === 'rtmps:') {
    if (proxyUrl === undefined) throw new Error('rtmps: needs a proxy that leads to the checked address');
    return ['-tls_verify', '1', '-http_proxy', proxyUrl, to(url.hostname)];
  }
  const application = `rtmp://${url.hostname}:${url.port || RTMP_PORT}/${applicationOf(path)}`;
  return ['-rtmp_tcurl', application, to(isIP(address) === 6 ? `[${address}]` : address)];
}

/**
 * Part of a path that ffmpeg takes for the application: the first two segments, or the first if there are at most two.
 */
function applicationOf(path: string): string {
  const [first = '', second, ...rest] = path.slice(1).split('/');
  return second === undefined || rest.length === 0 || second.includes(':') ? first : `${first}/${second}`;
}
