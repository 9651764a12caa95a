// Made from shared/texts/en by `npm run texts`.
export interface CommandLineTexts {
  problem: { code: string | number; message: string | number };
  'usage.none': null;
  'usage.unknownCommand': { name: string | number };
  'usage.unknownCommandNear': { meant: string | number; name: string | number };
  'usage.unknownOption': { name: string | number };
  'usage.unknownOptionNear': { meant: string | number; name: string | number };
  'usage.missingArgument': { name: string | number };
  'usage.missingValue': { name: string | number };
  'usage.missingOption': { name: string | number };
  'usage.conflict': { name: string | number; other: string | number };
  'usage.tooMany': { expected: number; given: string | number };
  'usage.invalid': { name: string | number; reason: string | number; value: string | number };
  'usage.value.seconds': null;
  'usage.value.count': null;
  'usage.value.whole': null;
  'usage.value.choices': { choices: string | number };
}
