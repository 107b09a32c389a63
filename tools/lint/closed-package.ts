import type { Rule } from 'eslint';

/** A package that few places may import, and the reason a trespasser is shown. */
export interface ClosedPackage {
  name: string;
  /** Globs, from the workspace root, of the files that may import it. */
  only: readonly string[];
  instead: string;
}

/**
 * A lint rule that reports every import of one package, in any form: static, re-export, dynamic or type-only.
 * ESLint's own no-restricted-imports sees neither `import()` nor `import('x').T`, and its options of two overlapping
 * globs replace each other; one rule per package lets the config name the open places as plain globs.
 */
export function closedPackageRule({ name, instead }: ClosedPackage): Rule.RuleModule {
  return {
    meta: { type: 'problem', schema: [], messages: { closed: `"${name}" may not be imported here: ${instead}` } },
    create(context) {
      const check = (node: Rule.Node): void => {
        const specifier = (node as { source?: { value?: unknown } | null }).source?.value;
        if (typeof specifier === 'string' && (specifier === name || specifier.startsWith(`${name}/`))) {
          context.report({ node, messageId: 'closed' });
        }
      };
      return {
        ImportDeclaration: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check,
        ImportExpression: check,
        TSImportType: check,
      };
    },
  };
}
