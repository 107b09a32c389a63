/** A look-up the model wants made. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** What the model asked for in this message. */
  readonly toolCalls?: readonly ToolCall[];
  /** The call a message of the role tool answers. */
  readonly toolCallId?: string;
}

/** A look-up the model may ask for. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
}

export interface CompletionRequest {
  /** Which of the configured models answers. */
  readonly use: 'chat' | 'title';
  readonly messages: readonly ModelMessage[];
  /** What it may ask for; nothing when absent. */
  readonly tools?: readonly ModelTool[];
  readonly maxTokens: number;
  /** Stops the model. */
  readonly signal: AbortSignal;
}

/** A piece of an answer. */
export interface CompletionDelta {
  readonly text?: string;
  /** What the model asks for instead of going on; complete, and last. */
  readonly toolCalls?: readonly ToolCall[];
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
