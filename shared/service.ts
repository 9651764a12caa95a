/**
 * The service's resources as read from its answers, in the terms of the interface. A status that Darkslide does not
 * know is stored as `Unknown`.
 */
import type { Size } from './pictures.ts';

/** States of executions and results (interface: "States and transitions"). Compared without regard to case. */
export const runStatuses = ['Segmenting', 'Pending', 'Running', 'Success', 'Failed'] as const;
export type RunStatus = (typeof runStatuses)[number] | 'Unknown';

/** A generated image (interface: "Result"). */
export interface ResultImage {
  readonly status: RunStatus;
  /** URL of the image; null until it is available. */
  readonly image: string | null;
  /** Progress from 0 to 1; null if the agent does not report it. */
  readonly progress: number | null;
  readonly error: string | null;
}

/** An execution of a task (interface: "Execution"). */
export interface Execution {
  readonly executionId: string;
  readonly executionTime: string | null;
  readonly status: RunStatus;
  /** The status as the service writes it, for display. */
  readonly statusText: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly results: readonly ResultImage[];
}

/** The answer to a query (interface: "Task"). */
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

/** `AI` entries are provided by the service, `Yours` were created by the user. */
export const templateOwners = ['AI', 'Yours'] as const;
export type TemplateOwner = (typeof templateOwners)[number];

/** Status of custom models and scenes; null if the service reports none. Only those with `complete` can be used. */
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
  /** Empty for mannequin, whose models have no names. */
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
  /** Number of entries in the complete list; null if the service does not report it. */
  readonly total: number | null;
  readonly isLastPage: boolean;
}

/** The answer of the info operation (interface: "Agent information"); lists that the agent does not have are absent. */
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
  /** Set only if the status is Success. */
  readonly fileUrl: string | null;
}
