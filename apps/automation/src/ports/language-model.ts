export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface CompletionRequest {
  /** Which of the configured models answers. */
  readonly use: 'chat' | 'title';
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  /** Stops the model. */
  readonly signal: AbortSignal;
}

/** A piece of an answer. */
export interface CompletionDelta {
  readonly text?: string;
  /** Tokens of prompt and answer together, once the model has told them. */
  readonly totalTokens?: number;
}

export interface LanguageModel {
  /** Yields the answer as it is written. @throws LanguageModelError */
  complete(request: CompletionRequest): AsyncGenerator<CompletionDelta>;
}

/** Why a model gave no answer, or not all of it. The message is for logs. */
export class LanguageModelError extends Error {
  readonly fault: 'rate_limited' | 'timeout' | 'unavailable';

  constructor(fault: LanguageModelError['fault'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LanguageModelError';
    this.fault = fault;
  }
}
