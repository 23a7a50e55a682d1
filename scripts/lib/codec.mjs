// Generates the tables of the instant messaging codec from msync.proto.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import protobuf from 'protobufjs';
import { root } from './run.mjs';

/** Folder of the schema and of what is generated from it. */
export const CODEC_FOLDER = join(root, 'sdk/src/im-protocol');

/**
 * The generated files. Messages and enums by their names in the schema, with their names in the SDK; a message comes
 * after those that it holds.
 */
const FILES = {
  'messages.ts': {
    messages: {
      JID: 'Jid',
      MSync: 'MSync',
      KeyValue: 'KeyValue',
      Status: 'Status',
      Provision: 'Provision',
      Meta: 'Meta',
      CommSyncUL: 'CommSyncUL',
      CommSyncDL: 'CommSyncDL',
      CommNotice: 'CommNotice',
      MetaQueue: 'MetaQueue',
      CommUnreadDL: 'CommUnreadDL',
      'MessageBody.Content.Size': 'Size',
      'MessageBody.Content': 'Content',
      MessageBody: 'MessageBody',
      StatisticsBody: 'StatisticsBody',
    },
    enums: {},
  },
  'enums.ts': {
    messages: {},
    enums: {
      'MSync.Command': 'Command',
      'Meta.NameSpace': 'NameSpace',
      'Meta.RouteType': 'RouteType',
      'KeyValue.ValueType': 'ValueType',
      'Status.ErrorCode': 'StatusCode',
      'MessageBody.Type': 'BodyType',
      'MessageBody.Content.Type': 'ContentType',
      'StatisticsBody.Operation': 'StatisticsOperation',
      'Provision.OsType': 'OsType',
    },
  },
  'muc-body.ts': {
    messages: {
      'MUCBody.Setting': 'MucSetting',
      'MUCBody.Status': 'MucStatus',
      'MUCBody.EventInfo': 'MucEventInfo',
      MUCBody: 'MucBody',
    },
    enums: { 'MUCBody.Operation': 'MucOperation' },
  },
  // A module of its own, so that clients without calls do not load it.
  'conference-body.ts': {
    messages: { 'ConferenceBody.Status': 'ConferenceStatus', ConferenceBody: 'ConferenceBody' },
    enums: {
      'ConferenceBody.Operation': 'ConferenceOperation',
      'ConferenceBody.Type': 'ConferenceCallType',
      'ConferenceBody.EndReason': 'ConferenceEndReason',
      'ConferenceBody.StreamControlType': 'ConferenceControlType',
    },
  },
};

const SCALAR_TYPES = new Set(['bool', 'int32', 'uint32', 'int64', 'uint64', 'float', 'double', 'string', 'bytes']);
const fullName = ({ fullName: name }) => name.replace(/^\.msync\./, '');
/** Longest text of a comment on one line. */
const MAX_COMMENT_LENGTH = 112;

/** A doc comment of a text, on one line or wrapped. */
function documentation(comment, indent = '') {
  if (!comment) return '';
  const words = comment.split(/\s+/);
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== '' && line.length + 1 + word.length > MAX_COMMENT_LENGTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

const inCamelCase = (name) => name.replaceAll(/([A-Z])([A-Z0-9]*)_?/g, (_, first, rest) => first + rest.toLowerCase());

/** Values of an enum; the prefixes that repeat its name are left out. */
function enumTable(type, name) {
  const entries = Object.entries(type.values).map(([key, value]) => {
    const short = key.replace(/^(?:ROUTE|OS)_(?=[A-Z])/, '');
    return `${documentation(type.comments[key], '  ')}  ${inCamelCase(short)}: ${value},`;
  });
  return `${documentation([`\`${fullName(type)}\`.`, type.comment].filter(Boolean).join(' '))}export const ${name} = {\n${entries.join('\n')}\n} as const;`;
}

/** Fields of a message; `names` has the messages that may be fields of it. */
function messageTable(type, name, names) {
  const fields = type.fieldsArray.map((field) => {
    const { resolvedType, repeated, id, comment } = field.resolve();
    const isMessage = resolvedType instanceof protobuf.Type;
    if (isMessage && !names.has(fullName(resolvedType))) throw new Error(`${name}.${field.name} has no table`);
    // An unknown number of an enum is kept as it is.
    const scalarType = resolvedType instanceof protobuf.Enum ? 'int32' : field.type;
    if (!isMessage && !SCALAR_TYPES.has(scalarType))
      throw new Error(`${name}.${field.name}: ${scalarType} is not read`);
    const make = isMessage ? (repeated ? 'many' : 'one') : repeated ? 'scalars' : 'scalar';
    const kind = isMessage ? names.get(fullName(resolvedType)) : `'${scalarType}'`;
    return `${documentation(comment, '  ')}  ${field.name}: ${make}(${id}, ${kind}),`;
  });
  return [
    `${documentation(type.comment)}export const ${name} = {\n${fields.join('\n')}\n};`,
    `${documentation(type.comment)}export type ${name} = MessageOf<typeof ${name}>;`,
  ].join('\n');
}

const importLine = (names, from) => (names.length === 0 ? '' : `import { ${names.join(', ')} } from '${from}';\n`);

/**
 * The generated modules as they are committed.
 *
 * @returns {Promise<Record<string, string>>} content by file name, below {@link CODEC_FOLDER}
 */
export async function codecModules() {
  const source = readFileSync(join(CODEC_FOLDER, 'msync.proto'), 'utf8');
  const schema = protobuf.parse(source, { keepCase: true, alternateCommentMode: true }).root.resolveAll();
  const options = await resolveConfig(join(CODEC_FOLDER, 'messages.ts'));
  const modules = {};
  const known = new Map();
  for (const [file, { messages, enums }] of Object.entries(FILES)) {
    const names = new Map([...known, ...Object.entries(messages)]);
    const body = [
      ...Object.entries(messages).map(([from, name]) => messageTable(schema.lookupType(`msync.${from}`), name, names)),
      ...Object.entries(enums).map(([from, name]) => enumTable(schema.lookupEnum(`msync.${from}`), name)),
    ].join('\n\n');
    const uses = (name) => new RegExp(String.raw`\b${name}\b[(<)]`).test(body);
    const imported = [...new Set(known.values())].filter(uses);
    const makers = ['many', 'one', 'scalar', 'scalars'].filter(uses);
    if (uses('MessageOf')) makers.push('type MessageOf');
    const head = importLine(imported, './messages.js') + importLine(makers, './schema.js');
    const text = `// Generated from msync.proto by \`npm run codec\`; do not edit.\n${head}\n${body}\n`;
    modules[file] = await format(text, { ...options, parser: 'typescript' });
    if (file === 'messages.ts') for (const entry of Object.entries(messages)) known.set(...entry);
  }
  return modules;
}
