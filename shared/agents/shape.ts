/**
 * The one shape in which every agent of the service is declared. It holds data only, so the types,
 * the check, the wire body, the panel, the command line, the demo service and the reference page can
 * all be derived from it. Section names are those of the service's interface.
 */
export type ParamValue = string | number | boolean | readonly number[];

/** The template lists of the info operation, "Agent information". */
export type InfoList = 'locations' | 'fashionModels' | 'dimensions' | 'backgrounds' | 'tags';

/** Where valid ids come from: a list's entries, or the tags of its entries. */
export type IdSource = InfoList | 'locations.tags' | 'fashionModels.tags';

/** A limit: a number, or one that hangs on the uploaded photo's size or on another parameter. */
export type Bound =
  | number
  | { readonly photo: 'width' | 'height'; readonly times: 1 | -1; readonly plus: number }
  | { readonly parameter: string; readonly plus: number };

export interface Choice {
  readonly value: string | number;
  /** What it does, in a photographer's words. */
  readonly label: string;
}

export type Kind =
  | { readonly type: 'choice'; readonly choices: readonly Choice[] }
  | {
      readonly type: 'integer';
      readonly min: Bound;
      readonly max: Bound;
      readonly unit?: 'px';
      /** The side of the service's reference sizes that it may be taken from. */
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
  /** http:// or https://, reachable by the service. */
  | { readonly type: 'url' };

/** Holds when another parameter's value (given, or its default) is, or is not, one of these. */
export type Condition =
  | { readonly parameter: string; readonly is: readonly (string | number)[] }
  | { readonly parameter: string; readonly isNot: readonly (string | number)[] };

/** When a parameter applies; when it does not, it is never sent. */
export type AppliesWhen = Condition & {
  /**
   * What the interface says of a value sent all the same. `left-out`: it says nothing, so a given value is
   * neither refused nor sent.
   */
  readonly otherwise: 'must-not-be-sent' | 'no-effect' | 'left-out';
  /** The sentence that explains why a given value is refused or left out. */
  readonly because: string;
};

export interface Parameter {
  readonly name: string;
  readonly label: string;
  /** What the label does not say; absent where the label says it all. */
  readonly help?: string;
  readonly kind: Kind;
  /** The service's own default, used when the parameter is not sent. */
  readonly default?: ParamValue;
  /** Present when the parameter must be given whenever it applies: the sentence said when it is not. */
  readonly required?: string;
  readonly appliesWhen?: AppliesWhen;
  /** Added to a refusal of the value itself: what would come of it. */
  readonly refusal?: string;
  /** Sent with its default even when not given, because what is paid hangs on it. */
  readonly alwaysSent?: true;
  /** Carries a mask; a mask image handed over beside the parameters (`--mask`) fills one of these. */
  readonly carriesMask?: true;
  /** The service replaces a wrong value by the default instead of refusing; Darkslide refuses. */
  readonly replacedByService?: true;
}

/** A rule across parameters. Only parameters that apply count. */
export interface Rule {
  readonly need: 'at-least-one' | 'at-most-one';
  readonly of: readonly string[];
  readonly when?: Condition;
  /** What a person reads; `{parameters}` becomes those of `of` that apply now. */
  readonly sentence: string;
  /** The sentence while only these parameters apply, by their names with commas between. */
  readonly narrower?: Readonly<Record<string, string>>;
  /** Who refuses: the service by its interface, or Darkslide alone where the interface is silent. */
  readonly by: 'service' | 'darkslide';
  /** A mask image handed over beside the parameters (`--mask`) satisfies this rule. */
  readonly metByMask?: true;
}

/** A combination the interface recommends, "Parameter combinations for use cases". */
export interface UseCase {
  /** By which a command line chooses it. */
  readonly name: string;
  readonly title: string;
  readonly params: Readonly<Record<string, ParamValue>>;
  /** Other values of these parameters with which it is the same use case. */
  readonly orElse?: Readonly<Record<string, readonly ParamValue[]>>;
  /** Parameters the use case needs a value for. */
  readonly needs: readonly string[];
}

/** The info operation for one agent; `null` in `AgentShape.info` where the interface shows none. */
export interface InfoShape {
  readonly lists: readonly InfoList[];
  readonly paged: boolean;
  /** One list alone may be asked for. */
  readonly resourceType: boolean;
}

/**
 * The parameters that are a frame around the photo, px: the size of the final image, and where in it
 * the photo lies. A screen sets them on the photo as well as in their fields.
 */
export interface TargetFrame {
  readonly width: string;
  readonly height: string;
  /** From the left of the frame to that of the photo; left out, the photo is centred. */
  readonly left: string;
  /** From the top of the frame to that of the photo; left out, the photo is centred. */
  readonly top: string;
}

/** What stands for an agent's work as a small picture. */
export type AgentIcon =
  'clothes' | 'figure' | 'frame' | 'person' | 'pose' | 'product' | 'scene' | 'scissors';

/** One agent, all its versions, newest first. */
export interface AgentShape {
  readonly name: string;
  readonly versions: readonly [string, ...string[]];
  readonly title: string;
  readonly icon: AgentIcon;
  /** One line. */
  readonly purpose: string;
  readonly legacy: boolean;
  /** Has the execution status Segmenting, "States and transitions". */
  readonly segments: boolean;
  /** Tells the progress of a result, "Result". */
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
   * Values that a fresh panel of the window begins with and sends, where the service's default would buy
   * more than is usually wanted. Recipe files and the command line keep the service's defaults.
   */
  readonly begins?: Readonly<Record<string, ParamValue>>;
}

/** One agent in one version: what a task is created for. */
export interface AgentVersion extends Omit<AgentShape, 'versions'> {
  readonly version: string;
}

/** Keeps the literal types of a declaration, from which `ParamsOf` is derived. */
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

/** The object type of a list of parameters: required ones as keys, the others optional. */
export type ValuesOf<List extends readonly Parameter[]> = Flat<
  {
    readonly [P in AlwaysRequired<List[number]> as P['name']]: ValueOfKind<P['kind']>;
  } & {
    readonly [P in Exclude<List[number], AlwaysRequired<List[number]>> as P['name']]?: ValueOfKind<
      P['kind']
    >;
  }
>;
