import { ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { read, Refusal } from './errors.js';
import { originOf } from './origin.js';

const query = z.object({ app_key: z.string().min(1).max(512) });

/** Clients encode the key twice; one layer has been decoded before. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** `GET /easemob/server.json`: the hosts that serve an application (wire-conference 4, "HTTP DNS"). */
export function discoveryRoutes(
  app: FastifyInstance,
  options: { readonly appKeys: readonly string[]; readonly publicUrl: string | undefined },
): void {
  app.get('/easemob/server.json', (request) => {
    const appKey = decoded(read(query, request.query).app_key);
    if (!options.appKeys.includes(appKey)) {
      throw new Refusal(ServerCode.BadParameters, `there is no application ${appKey}`);
    }
    const { protocol, host } = originOf(request, options.publicUrl);
    const hosts = [{ protocol: protocol.replace(':', ''), domain: host }];
    // Reporting goes to third parties, so deployed clients receive it as disabled (wire-im 2.1).
    return {
      error: 0,
      rest: { hosts },
      'msync-wx': { hosts },
      // The same host, below the path of SockJS: clients up to 4.8.1.
      'msync-ws': { hosts },
      enableDataReport: 'false',
      enableReportLogs: 'false',
    };
  });
}
