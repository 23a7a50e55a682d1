// The error reference (docs/errors.md), made from the doc comments of the codes in the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { root } from './run.mjs';

export const ERROR_DOCUMENT = 'docs/errors.md';

/** Sets of codes in the order of the document: file, exported name, heading, and a sentence about where it is read. */
const SETS = [
  {
    part: 'SDK',
    file: 'sdk/src/core/errors.ts',
    name: 'ErrorReason',
    title: '`LecternError.reason`',
    about: 'Every error of the SDK is a `LecternError` with one of these reasons.',
  },
  {
    part: 'SDK',
    file: 'sdk/src/protocol/codes.ts',
    name: 'ErrorType',
    title: '`LecternError.errorType`',
    about:
      'The step that failed, where the specification (§8) has a word for it; `cause` is the error inside the step.',
  },
  {
    part: 'SDK',
    file: 'sdk/src/protocol/codes.ts',
    name: 'ResultCode',
    title: '`LecternError.code` of the client side',
    about: 'Set where the SDK itself, or another member, gives the reason (specification §8).',
  },
  {
    part: 'SDK',
    file: 'sdk/src/desktop/errors.ts',
    name: 'DesktopOutcome',
    title: '`DesktopError.outcome`',
    about: 'Reason for a screen that was not shared.',
  },
  {
    part: 'SDK',
    file: 'sdk/src/protocol/constants.ts',
    name: 'ExitReason',
    title: 'End of a conference',
    about: 'Reason in the event `left` and the snapshot of the conference.',
  },
  {
    part: 'Calls and chat',
    file: 'sdk/src/call/types.ts',
    name: 'CallEndReason',
    title: 'End of a call over instant messaging',
    about: 'Reason in the event `ended` and the snapshot of the call (`@lectern/rtc/call`).',
  },
  {
    part: 'Calls and chat',
    file: 'sdk/src/p2p/types.ts',
    name: 'P2pEndReason',
    title: 'End of a stream of a peer-to-peer conference',
    about: 'Reason in the snapshot of the stream (`@lectern/rtc/p2p`).',
  },
  {
    part: 'Calls and chat',
    file: 'sdk/src/im/errors.ts',
    name: 'ImErrorCode',
    title: '`LecternError.code` of instant messaging',
    about: 'Codes of errors of `ImClient`, its groups and its conversations (`@lectern/rtc/im`).',
  },
  {
    part: 'Server',
    file: 'sdk/src/protocol/codes.ts',
    name: 'ServerCode',
    title: '`error` and `result` of the conference server',
    about:
      'Sent in answers over HTTP and the signalling socket; the SDK has it in `LecternError.code` with the reason `refused`.',
  },
  {
    part: 'Server',
    file: 'server/src/operator/types.ts',
    name: 'OperatorErrorCode',
    title: '`code` of the operator API',
    about: 'In the body of every response that is no success, and in `OperatorError` and `OperatorCallError`.',
  },
  {
    part: 'Server',
    file: 'server/src/client/errors.ts',
    name: 'OperatorCallErrorCode',
    title: '`OperatorCallError.code` without a response',
    about: 'Added by the HTTP client of the operator API (`@lectern/server/client`).',
  },
  {
    part: 'Server',
    file: 'server/src/http/errors.ts',
    name: 'ImRefusalCode',
    title: '`error` of users and tokens over HTTP',
    about: 'Words that clients of instant messaging know.',
  },
  {
    part: 'Server',
    file: 'server/src/signalling/connection.ts',
    name: 'CloseCode',
    title: 'Close codes of the signalling socket',
    about: 'The reason of the close frame has the details.',
  },
  {
    part: 'Server',
    file: 'server/src/im/session.ts',
    name: 'ImCloseCode',
    title: 'Close codes of the socket of instant messaging',
    about: 'The reason of the close frame has the details.',
  },
];

/** Sets that users do not read, with the reason. */
const LEFT_OUT = {
  ConferenceEndReason: 'numbers on the wire for CallEndReason',
  GroupErrorCode: 'the same numbers as ImErrorCode, where clients read them',
  MediaErrorReason: 'inside the server, which sends a ServerCode for it',
};

const FOLDERS = ['sdk/src', 'server/src', 'react-bindings/src'];
const SET_NAME = /(?:Error|Result|Server|Close|Refusal)(?:Code|Reason|Type)$|(?:End|Exit)Reason$|Outcome$/;
/** Outcomes of functions, which are no errors of a user. */
const NO_ERRORS = /^(?:Im|Write)?Outcome$/;

const parse = (text, file) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

const declarationOf = (source, name) =>
  source.statements.find((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some((declaration) => declaration.name.getText() === name)
      : ts.isTypeAliasDeclaration(statement) && statement.name.text === name && ts.isUnionTypeNode(statement.type),
  );

/** Members of a const object or of a union of literals. */
function membersOf(statement, name) {
  if (ts.isTypeAliasDeclaration(statement)) {
    return statement.type.types.filter((type) => ts.isLiteralTypeNode(type)).map((type) => [type, type.getText()]);
  }
  const { initializer } = statement.declarationList.declarations.find((found) => found.name.getText() === name);
  const object = ts.isAsExpression(initializer) ? initializer.expression : initializer;
  return object.properties.map((property) => [property, property.initializer.getText(), property.name.getText()]);
}

/** Last doc comment before a node; those of union members come before the bar, outside of the node's own trivia. */
function commentOf(source, node, previousEnd) {
  const between = source.text.slice(previousEnd, node.getStart(source, false));
  const comment = [...between.matchAll(/\/\*\*([\s\S]*?)\*\//g)].at(-1)?.[1] ?? '';
  const text = comment.replace(/^[ \t]*\*[ \t]?/gm, '').replace(/\s+/g, ' ');
  const [cause, remedy = ''] = text.split('@remedy ');
  return { cause: cause.trim(), remedy: remedy.trim() };
}

/** Numeric constants of a file, by which a code may be written. */
const constantsOf = (source) =>
  new Map(
    source.statements
      .filter((statement) => ts.isVariableStatement(statement))
      .flatMap((statement) => statement.declarationList.declarations)
      .map((declaration) => [declaration.name.getText(), declaration.initializer?.getText() ?? '']),
  );

/**
 * The codes of a set in a source text.
 *
 * @returns {{ code: string, name: string, cause: string, remedy: string }[]} in the order of the source
 */
export function codesOf(text, name, file = 'codes.ts') {
  const source = parse(text, file);
  const statement = declarationOf(source, name);
  if (statement === undefined) throw new Error(`${file} has no set of codes ${name}`);
  const constants = constantsOf(source);
  let previousEnd = statement.getStart(source);
  return membersOf(statement, name).map(([node, value, key = '']) => {
    const comment = commentOf(source, node, previousEnd);
    previousEnd = node.getEnd();
    const code = (constants.get(value) ?? value).replace(/^'(.*)'$/, '$1');
    return { code, name: key, ...comment };
  });
}

/** Sentences about codes without cause or remedy. */
export const undocumented = (codes, file, name) =>
  codes
    .filter(({ cause, remedy }) => cause === '' || remedy === '')
    .map((entry) => {
      const missing = entry.cause === '' ? 'cause' : '@remedy';
      return `${file}: ${name} ${entry.name || entry.code} has no ${missing} in its comment`;
    });

/** Names of sets of codes that a source text exports. */
export const setsIn = (text) =>
  [...text.matchAll(/^export (?:const|type) (\w+) =/gm)]
    .map(([, name]) => name)
    .filter((name) => SET_NAME.test(name) && !NO_ERRORS.test(name));

/** Values of `errorType` in a source text. */
export const errorTypesIn = (text) => [...text.matchAll(/errorType: '(\w+)'/g)].map(([, word]) => word);

function sources() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file))
      .map((file) => `${folder}/${file}`),
  );
}

const read = (file) => readFileSync(join(root, file), 'utf8');

/** Sets and words of the sources that the reference does not have. */
function strangers() {
  const known = new Set([...SETS.map(({ name }) => name), ...Object.keys(LEFT_OUT)]);
  const types = new Set(codesOf(read('sdk/src/protocol/codes.ts'), 'ErrorType').map(({ code }) => code));
  return sources().flatMap((file) => {
    const text = read(file);
    return [
      ...setsIn(text)
        .filter((name) => !known.has(name))
        .map(
          (name) => `${file}: add ${name} to SETS of scripts/lib/error-reference.mjs, or to LEFT_OUT with the reason`,
        ),
      ...errorTypesIn(text)
        .filter((word) => !types.has(word))
        .map((word) => `${file}: errorType '${word}' is not in ErrorType`),
    ];
  });
}

/** Codes of groups on the server, which clients read as ImErrorCode. */
function groupGaps() {
  const known = new Set(codesOf(read('sdk/src/im/errors.ts'), 'ImErrorCode').map(({ code }) => code));
  return codesOf(read('server/src/im/groups/errors.ts'), 'GroupErrorCode')
    .filter(({ code }) => !known.has(code))
    .map(({ code, name }) => `server/src/im/groups/errors.ts: ${name} ${code} is no ImErrorCode`);
}

const cell = (text) => text.replaceAll('|', '\\|');

function sectionOf({ title, about, codes }) {
  const isNamed = codes.some(({ name }) => name !== '');
  const head = isNamed ? ['code', 'name', 'cause', 'remedy'] : ['code', 'cause', 'remedy'];
  const rows = codes.map(({ code, name, cause, remedy }) => {
    const cells = [`\`${code}\``, ...(isNamed ? [name] : []), cause, remedy];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  return [`### ${title}`, '', about, '', `| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows];
}

/** The document, and the errors of the sources that it cannot be made of. */
export async function errorReference() {
  const sets = SETS.map((set) => ({ ...set, codes: codesOf(read(set.file), set.name, set.file) }));
  const gaps = [
    ...sets.flatMap(({ codes, file, name }) => undocumented(codes, file, name)),
    ...strangers(),
    ...groupGaps(),
  ];
  const lines = [
    '# Errors',
    '',
    'Each code with its cause and the remedy. Made from the comments in the sources by `npm run errors`.',
  ];
  for (const part of new Set(sets.map((set) => set.part))) {
    lines.push('', `## ${part}`);
    for (const set of sets.filter((other) => other.part === part)) lines.push('', ...sectionOf(set));
  }
  const options = await resolveConfig(join(root, ERROR_DOCUMENT));
  return { markdown: await format(`${lines.join('\n')}\n`, { ...options, parser: 'markdown' }), gaps };
}

/** Errors of the reference: codes without cause or remedy, unknown sets, and a document that is out of date. */
export async function errorReferenceGaps() {
  const { markdown, gaps } = await errorReference();
  if (gaps.length > 0) return gaps;
  return read(ERROR_DOCUMENT) === markdown ? [] : [`${ERROR_DOCUMENT} is out of date: run npm run errors`];
}
