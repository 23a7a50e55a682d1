import { Certificates, SigningKeys } from '../certificates/index.js';
import type { Channels } from '../delivery/index.js';
import { networkCall, networkPort } from '../db/open-transaction.js';
import { Codes, Proofs, Sessions } from '../login/index.js';
import { MemberInfos } from '../member/index.js';
import { Applications } from '../mentor/index.js';
import { ChatAccounts, ClassRooms, Guests, RtcUsers } from '../rtc/index.js';
import { Passwords } from '@lectern/kit/passwords';
import { Throttle } from '../security/index.js';
import { PayPasswords } from '../wallet/index.js';
import type { Core } from './core.js';
import type { Files } from './files.js';

/** Members: login, chat accounts, certificates and mentor applications. */
export interface Members {
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly proofs: Proofs;
  readonly payPasswords: PayPasswords;
  readonly chat: ChatAccounts;
  readonly guests: Guests;
  readonly rooms: ClassRooms;
  readonly infos: MemberInfos;
  readonly signingKeys: SigningKeys;
  readonly certificates: Certificates;
  readonly applications: Applications;
}

interface MemberOptions {
  readonly core: Core;
  readonly files: Files;
  readonly channels: Channels;
}

/** Builds login, chat accounts, certificates and mentor applications. */
export function composeMembers({ core, files, channels }: MemberOptions): Members {
  const { options, clock, db, vault, warn } = core;
  const { storage, images } = files;
  const users = new RtcUsers(options);
  const passwords = new Passwords(options.passwordCost);
  const throttle = new Throttle(db);
  const codes = new Codes(vault, throttle);
  const makeUser = options.makeChatUser ?? ((account) => users.createMember(account));
  const chat = new ChatAccounts({
    db,
    clock,
    vault,
    makeUser: networkCall('makeChatUser', makeUser),
    lockUser: networkCall('lockChatUser', options.lockChatUser),
    log: warn,
  });
  const signingKeys = new SigningKeys(vault);
  return {
    passwords,
    throttle,
    sessions: new Sessions(db),
    codes,
    proofs: new Proofs({ pool: db, codes, passwords, throttle, channels }),
    payPasswords: new PayPasswords({ pool: db, passwords, throttle, vault }),
    chat,
    guests: new Guests({
      db,
      throttle,
      users: options.guestUsers && networkPort('guestUsers', options.guestUsers, ['remove']),
      newName: () => users.newGuestName(),
      create: networkCall('createGuest', (displayName, username) => users.createGuest(displayName, username)),
    }),
    rooms: new ClassRooms({
      chat,
      operator:
        options.roomOperator &&
        networkPort('roomOperator', options.roomOperator, [
          'createRoom',
          'getRoom',
          'changeRoom',
          'closeRoom',
          'revokeGrantsOf',
          'createGrant',
          'createToken',
        ]),
      appKey: options.appKey,
      restUrl: options.publicRestUrl,
    }),
    infos: new MemberInfos(chat, storage),
    signingKeys,
    certificates: new Certificates(signingKeys),
    applications: new Applications(vault, storage, images),
  };
}
