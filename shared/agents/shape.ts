import type { PageProblemKey } from '../page-failure.ts';
import type { PageProblemsTexts } from '../texts/keys/page-problems.ts';

/**
 * The format in which every agent of the service is declared. It contains only data, so that types, checks, wire body,
 * panel, command line, demo service and reference page can be derived from it. Quoted names after "interface:" are
 * sections of the service's documentation.
 */

/** The keys of a problem code's messages that need no values from the code that reports the problem. */
type KeyOf<Code extends string> = Extract<KeysWithout<'place'>, `${Code}.${string}`>;
type KeysWithout<Added> = {
  [Key in PageProblemKey]: PageProblemsTexts[Key] extends null
    ? Key
    : keyof PageProblemsTexts[Key] extends Added
      ? Key
      : never;
}[PageProblemKey];

type RuleKey = {
  [Key in PageProblemKey]: 'parameters' extends keyof PageProblemsTexts[Key] ? Key : never;
}[PageProblemKey];

export type ParamValue = string | number | boolean | readonly number[];

/** The template lists of the info operation (interface: "Agent information"). */
export type InfoList = 'locations' | 'fashionModels' | 'dimensions' | 'backgrounds' | 'tags';

/** Source of valid IDs: the entries of a list, or the tags of its entries. */
export type IdSource = InfoList | 'locations.tags' | 'fashionModels.tags';

/** A limit: a number, or a formula of the uploaded photo's size or of another parameter. */
export type Bound =
  | number
  | { readonly photo: 'width' | 'height'; readonly times: 1 | -1; readonly plus: number }
  | { readonly parameter: string; readonly plus: number };

export interface Choice {
  readonly value: string | number;
  /** Short name of the choice, which describes its effect in a photographer's words. */
  readonly label: string;
  /** One more sentence of explanation; absent if the label is clear enough. */
  readonly note?: string;
}

export type Kind =
  | { readonly type: 'choice'; readonly choices: readonly Choice[] }
  | {
      readonly type: 'integer';
      readonly min: Bound;
      readonly max: Bound;
      readonly unit?: 'px';
      /**
       * The list `dimensions` of the info operation contains sizes that users can choose; this is the side that such a
       * choice sets.
       */
      readonly reference?: 'dimensions.width' | 'dimensions.height';
    }
  | { readonly type: 'boolean' }
  | { readonly type: 'text'; readonly maxLength?: number; readonly lines: 'one' | 'many' }
  | { readonly type: 'id'; readonly source: IdSource }
  | { readonly type: 'ids'; readonly source: IdSource }
  /** `#rrggbb` */
  | { readonly type: 'colour' }
  /** Base64 without a data-URL prefix. */
  | { readonly type: 'base64' }
  /** A http:// or https:// address that the service can reach. */
  | { readonly type: 'url' };

/** A condition on another parameter's value or default: one of these values, or none of them. */
export type Condition =
  | { readonly parameter: string; readonly is: readonly (string | number)[] }
  | { readonly parameter: string; readonly isNot: readonly (string | number)[] };

/** The condition under which a parameter applies; otherwise it is never sent. */
export type AppliesWhen = Condition & {
  /**
   * How the interface treats a value that does not apply. `left-out`: the interface does not say, so Darkslide neither
   * refuses nor sends it.
   */
  readonly otherwise: 'must-not-be-sent' | 'no-effect' | 'left-out';
  /** The message that explains why a given value is refused or left out. */
  readonly because: KeyOf<'parameter-not-used'>;
};

export interface Parameter {
  readonly name: string;
  readonly label: string;
  /** Further explanation; absent if the label is clear enough. */
  readonly help?: string;
  readonly kind: Kind;
  /** The service's own default, used when the parameter is not sent. */
  readonly default?: ParamValue;
  /** Message for a missing value; absent if the parameter is optional. */
  readonly required?: KeyOf<'parameter-required'>;
  readonly appliesWhen?: AppliesWhen;
  /** The consequence of an invalid value, which is added to the message. */
  readonly refusal?: KeyOf<'parameter-range'>;
  /** Always sent, if necessary with its default, because the price depends on it. */
  readonly alwaysSent?: true;
  /** Rarely changed, so forms show it under "More". Never a required parameter. */
  readonly minor?: true;
  /**
   * Name of the parameter with a picture picker to which this parameter belongs. Forms show this parameter folded below
   * the picker, or under "More" if the picker does not apply.
   */
  readonly beside?: string;
  /** Contains a mask; a separate mask image (`--mask`) fills one of the parameters with this flag. */
  readonly carriesMask?: true;
  /** The service replaces an invalid value with the default, whereas Darkslide refuses the value. */
  readonly replacedByService?: true;
}

/** A rule about several parameters. Parameters that do not apply are ignored. */
export interface Rule {
  readonly need: 'at-least-one' | 'at-most-one';
  readonly of: readonly string[];
  readonly when?: Condition;
  /** The message, which names the parameters in `of` that apply. */
  readonly sentence: RuleKey;
  /** Other messages for when only some of the parameters apply; the keys are their names, separated by commas. */
  readonly narrower?: Readonly<Record<string, RuleKey>>;
  /** Who refuses a combination that breaks the rule: the service, as its interface says, or only Darkslide. */
  readonly by: 'service' | 'darkslide';
  /** Whether a separate mask image (`--mask`) satisfies the rule. */
  readonly metByMask?: true;
}

/** A combination of values that the service recommends (interface: "Parameter combinations for use cases"). */
export interface UseCase {
  /** The use case's name on the command line. */
  readonly name: string;
  readonly title: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  /** Other values of these parameters that belong to the same use case. */
  readonly orElse?: Readonly<Record<string, readonly ParamValue[]>>;
  /** Parameters for which the use case needs a value from the user. */
  readonly needs: readonly string[];
}

/** The info operation for an agent; `null` in `AgentShape.info` if the interface has none. */
export interface InfoShape {
  readonly lists: readonly InfoList[];
  readonly paged: boolean;
  /** Whether a client can request only one of the lists. */
  readonly resourceType: boolean;
}

/**
 * The parameters of a frame around the photo, in px: the size of the final image, and the photo's position in it. Users
 * can set them on the picture or in fields.
 */
export interface TargetFrame {
  readonly width: string;
  readonly height: string;
  /** From the left edge of the frame to the photo; if not set, the photo is centred. */
  readonly left: string;
  /** From the top edge of the frame to the photo; if not set, the photo is centred. */
  readonly top: string;
}

/** The icon of an agent. */
export type AgentIcon =
  'clothes' | 'figure' | 'frame' | 'person' | 'pose' | 'product' | 'scene' | 'scissors';

/** An agent with all its versions, newest first. */
export interface AgentShape {
  readonly name: string;
  readonly versions: readonly [string, ...string[]];
  readonly title: string;
  readonly icon: AgentIcon;
  /** The purpose in one line. */
  readonly purpose: string;
  readonly legacy: boolean;
  /** Whether executions of the agent can have the status Segmenting (interface: "States and transitions"). */
  readonly segments: boolean;
  /** Whether the service reports the progress of this agent's results (interface: "Result"). */
  readonly progress: boolean;
  readonly info: InfoShape | null;
  readonly init: readonly Parameter[];
  readonly params: readonly Parameter[];
  readonly targetFrame?: TargetFrame;
  readonly rules: readonly Rule[];
  readonly useCases: readonly UseCase[];
  /** Parameters of a sensible first run, for help texts and the reference page. */
  readonly example: Readonly<Record<string, ParamValue>>;
  /**
   * Initial values of a new panel that differ from the service's defaults: where the default would buy more images than
   * usually wanted, or where nearly all users make the same choice. Recipe files and the command line use the service's
   * defaults.
   */
  readonly begins?: Readonly<Record<string, ParamValue>>;
}

/** An agent in one version; tasks are created for an agent version. */
export interface AgentVersion extends Omit<AgentShape, 'versions'> {
  readonly version: string;
}

/** Returns a declaration with its literal types, from which `ParamsOf` is derived. */
export function defineAgent<const A extends AgentShape>(agent: A): A {
  return agent;
}

type ValueOfKind<K> = K extends { type: 'choice'; choices: readonly { value: infer V }[] }
  ? V
  : K extends { type: 'integer' | 'id' }
    ? number
    : K extends { type: 'boolean' }
      ? boolean
      : K extends { type: 'ids' }
        ? readonly number[]
        : string;

type AlwaysRequired<P> = P extends { required: string }
  ? P extends { appliesWhen: AppliesWhen }
    ? never
    : P
  : never;

type Flat<T> = { [K in keyof T]: T[K] };

/** The object type of a list of parameters: required parameters are required keys, the others optional. */
export type ValuesOf<List extends readonly Parameter[]> = Flat<
  {
    readonly [P in AlwaysRequired<List[number]> as P['name']]: ValueOfKind<P['kind']>;
  } & {
    readonly [P in Exclude<List[number], AlwaysRequired<List[number]>> as P['name']]?: ValueOfKind<
      P['kind']
    >;
  }
>;
