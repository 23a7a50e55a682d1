import { expect, test } from 'vitest';
import { readStaffCommand, UsageError } from './staff-command.js';

test('commands are read', () => {
  expect(readStaffCommand(['list'])).toMatchObject({ verb: 'list' });
  const add = ['add', '--email', 'a@b.tw', '--name', '王核員', '--password-stdin'];
  expect(readStaffCommand(add)).toEqual({ verb: 'add', email: 'a@b.tw', name: '王核員', readsPassword: true });
  expect(readStaffCommand(['remove', '--email=a@b.tw'])).toMatchObject({ verb: 'remove', email: 'a@b.tw' });
});

test.each([
  [[], 'a command is missing'],
  [['delete'], '"delete" is not known'],
  [['add'], '--email is missing'],
  [['add', '--email', 'a@b.tw', 'hunter2'], 'a password is never an argument'],
  [['add', '--email', 'a@b.tw', '--password', 'hunter2'], "'--password'"],
  [['remove', '--email', 'a@b.tw', '--name', 'x'], '"staff remove" has no option --name'],
  [['list', '--email', 'a@b.tw'], '"staff list" has no option --email'],
])('%j is not understood, and the usage is shown', (args, message) => {
  expect(() => readStaffCommand(args)).toThrow(UsageError);
  expect(() => readStaffCommand(args)).toThrow(message);
  expect(() => readStaffCommand(args)).toThrow('Usage: npm run market -- staff');
});
