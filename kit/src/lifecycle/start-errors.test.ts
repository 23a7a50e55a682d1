import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { databaseError } from './database-error.js';
import { checkListenAddress } from './listen-address.js';
import { dataFolderError, StartError } from './start-error.js';

const failed = (code: string, message = 'it failed'): Error => Object.assign(new Error(message), { code });

it.each([
  ['ECONNREFUSED', 'nothing answers there; start the database, or correct DATABASE_URL'],
  ['ENETDOWN', 'nothing answers there'],
  ['ENOTFOUND', 'its host name is not known'],
  ['CERT_HAS_EXPIRED', 'renew it'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'correct the host in DATABASE_URL'],
  ['28P01', 'it refuses the user or the password'],
  ['3D000', 'CREATE DATABASE'],
  ['42501', 'GRANT'],
])('says what to do about a database that fails with %s, and keeps its password', (code, words) => {
  const url = 'postgres://ann:hush@db.example:5432/class';
  const error = databaseError('DATABASE_URL', url, new Error('Failed query', { cause: failed(code) }));
  expect(error).toBeInstanceOf(StartError);
  expect(error?.message).toContain('postgres://ann@db.example:5432/class (DATABASE_URL) cannot be used: ');
  expect(error?.message).toContain(words);
  expect(error?.message).not.toContain('hush');
});

it('says so when a database takes too long to answer, or has several addresses that all refuse', () => {
  const late = new Error('Connection terminated due to connection timeout');
  expect(databaseError('DATABASE_URL', 'postgres://db/x', late)?.message).toContain('nothing answers there');
  const all = new AggregateError([failed('ECONNREFUSED'), failed('ECONNREFUSED')]);
  expect(databaseError('DATABASE_URL', 'postgres://db/x', all)?.message).toContain('nothing answers there');
});

it('tells a socket that nobody listens on from a file of the data folder', async () => {
  const socket = connect('/nowhere/.s.PGSQL.5432');
  const [cause] = (await once(socket, 'error')) as [Error];
  const error = databaseError('DATABASE_URL', 'postgres:///x?host=/nowhere', new Error('Failed query', { cause }));
  expect(error?.message).toContain('there is no such socket; start the database');
  expect(databaseError('DATABASE_URL', 'postgres:///x', failed('ENOENT'))).toBeUndefined();
});

it('takes no fault of ours for one of the database or the disk', () => {
  expect(databaseError('DATABASE_URL', 'postgres://db/x', new TypeError('no function'))).toBeUndefined();
  expect(dataFolderError('/data', new TypeError('no function'))).toBeUndefined();
});

it.each([
  [failed('EROFS'), 'its file system is read-only'],
  [failed('ENOSPC'), 'its disk is full'],
  [failed('EACCES'), 'this user may not write there'],
  [
    new Error('PostgreSQL ended with code 1: FATAL: could not write lock file: No space left on device'),
    'its disk is full',
  ],
])('says what to do about a data folder that cannot be written (%s)', (error, words) => {
  expect(dataFolderError('/srv/data', error)?.message).toContain(`the data folder /srv/data cannot be used: ${words}`);
});

it('refuses a port that another program uses, with what to do; once free it is fine', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const refused = checkListenAddress(port, '127.0.0.1');
  await expect(refused).rejects.toBeInstanceOf(StartError);
  await expect(refused).rejects.toThrow(`PORT=${port + 1}`);
  other.close();
  await once(other, 'close');
  await expect(checkListenAddress(port, '127.0.0.1')).resolves.toBeUndefined();
});

it.each(['192.0.2.1', 'no.such.host.invalid', 'not an address'])('refuses HOST=%s, with what to do', async (host) => {
  await expect(checkListenAddress(0, host)).rejects.toThrow(`HOST=${host} is no address of this machine`);
});
