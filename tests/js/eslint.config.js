// The rules for every script. Phones of 2019 run them unchanged, so newer syntax is an error.
import js from "@eslint/js";
import globals from "globals";

const NO_STATE = "The top of a module holds CONSTANTS and one `store` for all state that changes.";
const HERE = ["Program > ", "Program > ExportNamedDeclaration > "];
const CHANGES = [
  "VariableDeclaration[kind='let']", "VariableDeclaration > VariableDeclarator[id.name=/^(?!store$)[a-z]/]",
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
        "error", ...HERE.flatMap((top) => CHANGES.map((each) => ({ selector: top + each, message: NO_STATE }))),
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
    rules: { "max-lines-per-function": "off", "no-restricted-syntax": "off" },
  },
];
