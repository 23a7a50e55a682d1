import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDatabase, startCluster, type Cluster } from '../../kit/src/postgres/index.js';
import { StallingProxy } from '../../kit/src/testing/stalling-proxy.js';

/** A PostgreSQL that the server does not start itself, as an operator runs it on another machine. */
export class OutsideDatabase {
  static async start(): Promise<OutsideDatabase> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-database-'));
    const cluster = await startCluster({ dataDir, log: () => undefined });
    return new OutsideDatabase(dataDir, cluster, await StallingProxy.open(await ensureDatabase(cluster, 'outside')));
  }

  private constructor(
    private readonly dataDir: string,
    private readonly cluster: Cluster,
    private readonly proxy: StallingProxy,
  ) {}

  /** Its address, for `DATABASE_URL`. */
  get url(): string {
    return this.proxy.url;
  }

  /** Ends all connections and refuses new ones. */
  refuse(): Promise<void> {
    return this.proxy.refuse();
  }

  accept(): Promise<void> {
    return this.proxy.accept();
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.cluster.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
