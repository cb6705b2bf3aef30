// What every script must keep to. Phones of 2019 read them as they are: no newer syntax.
import js from "@eslint/js";
import globals from "globals";

const NO_STATE = "State at the top of a module belongs in the page's one store.";
const top = (declaration) => [
  `Program > ${declaration}`, `Program > ExportNamedDeclaration > ${declaration}`,
];

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2019, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-lines": ["error", 250],
      "max-lines-per-function": ["error", 40],
      "no-console": "error",
      "no-implicit-globals": "error",
      "no-param-reassign": "error",
      "no-restricted-syntax": [
        "error", ...top("VariableDeclaration[kind='let']").map((selector) => ({ selector, message: NO_STATE })),
      ],
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-use-before-define": ["error", { functions: false }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["tests/js/**"],
    languageOptions: { ecmaVersion: "latest", globals: globals.node },
    rules: { "max-lines-per-function": "off" },
  },
];
