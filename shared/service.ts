/**
 * The service's resources as parsed from its answers, in the terms of the interface. Unknown values are kept as
 * `Unknown`.
 */
import type { Size } from './pictures.ts';

/** Execution and result states, "States and transitions". Compared ignoring case. */
export const runStatuses = ['Segmenting', 'Pending', 'Running', 'Success', 'Failed'] as const;
export type RunStatus = (typeof runStatuses)[number] | 'Unknown';

/** A generated image, "Result". */
export interface ResultImage {
  readonly status: RunStatus;
  /** URL of the image, as soon as available. */
  readonly image: string | null;
  /** 0 to 1, if the agent reports it. */
  readonly progress: number | null;
  readonly error: string | null;
}

/** An execution of a task, "Execution". */
export interface Execution {
  readonly executionId: string;
  readonly executionTime: string | null;
  readonly status: RunStatus;
  /** The status in the service's spelling, for the screen. */
  readonly statusText: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly results: readonly ResultImage[];
}

/** The answer of a query, "Task". */
export interface Task {
  readonly agentName: string | null;
  readonly agentVersion: string | null;
  readonly initParams: Readonly<Record<string, unknown>>;
  readonly executions: readonly Execution[];
}

export interface Tag {
  readonly id: number;
  readonly name: string;
}

/** `AI` is provided by the service, `Yours` created by the user. */
export const templateOwners = ['AI', 'Yours'] as const;
export type TemplateOwner = (typeof templateOwners)[number];

/** Status of custom models and scenes; `null` if the service reports none. Only `complete` ones are usable. */
export type PreparationStatus = 'prepare' | 'complete' | 'failed' | 'Unknown';

export interface Location {
  readonly id: number;
  readonly image: string;
  readonly name: string;
  readonly categories: readonly string[];
  readonly tags: readonly Tag[];
  readonly type: TemplateOwner;
  readonly status: PreparationStatus | null;
}

export interface FashionModel {
  readonly id: number;
  readonly image: string;
  /** Empty for the mannequin agent, whose models have no names. */
  readonly name: string;
  readonly profile: {
    readonly nationality?: string;
    readonly style?: string;
    readonly priceDescription?: string;
  };
  readonly tags: readonly Tag[];
  readonly type: TemplateOwner;
  readonly status: PreparationStatus | null;
}

export interface Dimension extends Size {
  readonly name: string;
}

export interface Background {
  readonly id: number;
  readonly image: string;
  readonly name: string;
}

export interface PageOf {
  /** Entries of the whole list; null if the service does not report it. */
  readonly total: number | null;
  readonly isLastPage: boolean;
}

/** The answer of the info operation, "Agent information"; a list the agent does not have is absent. */
export interface AgentInfo {
  readonly agentVersion: string;
  readonly locations?: readonly Location[];
  readonly fashionModels?: readonly FashionModel[];
  readonly dimensions?: readonly Dimension[];
  readonly backgrounds?: readonly Background[];
  readonly tags?: readonly Tag[];
  readonly pagination?: {
    readonly page: number;
    readonly pageSize: number;
    readonly locations?: PageOf;
    readonly fashionModels?: PageOf;
  };
}

export interface CustomModel {
  readonly fashionModelId: number;
  readonly name: string;
  readonly cover: string | null;
  readonly images: readonly string[];
  readonly status: PreparationStatus;
}

export interface CustomScene {
  readonly locationId: number;
  readonly name: string;
  readonly cover: string | null;
  readonly image: string | null;
  readonly status: PreparationStatus;
}

export type PsdStatus = 'NotStart' | 'Running' | 'Pending' | 'Success' | 'Failed' | 'Unknown';

export interface PsdDownload {
  readonly executionId: string;
  readonly status: PsdStatus;
  /** Only with status Success. */
  readonly fileUrl: string | null;
}
