; Head Table for the current user of Windows, without administrator rights. setup.sh builds it.
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
!include MUI2.nsh
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Head Table"

Name "Head Table"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Head Table"
BrandingText "Head Table ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Head Table"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Installs Head Table"
VIAddVersionKey LegalCopyright ""

!define MUI_ICON "${SOURCE}\head-table.ico"
!define MUI_UNICON "${SOURCE}\head-table.ico"
!define MUI_FINISHPAGE_TITLE "Head Table is installed"
!define MUI_FINISHPAGE_TEXT "Start it from the desktop or the Start menu.$\r$\n$\r$\nWindows asks once whether Head Table may use the network. Allow it on private networks: otherwise no phone in the hall can reach it."
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "Start Head Table now"
!define MUI_FINISHPAGE_RUN_FUNCTION Start
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Function Start
  ExecShell "open" "$SMPROGRAMS\Head Table.lnk"
FunctionEnd

; A running Head Table holds files of this folder.
!macro WaitUntilStopped
  again:
    ClearErrors
    IfFileExists "$INSTDIR\site\*.*" 0 stopped
    RMDir /r "$INSTDIR\site"
    IfFileExists "$INSTDIR\site\*.*" 0 stopped
    MessageBox MB_RETRYCANCEL "Head Table is running. Press “Stop Head Table” on its first page, then press Retry." /SD IDCANCEL IDRETRY again
    Abort
  stopped:
!macroend

Section
  !insertmacro WaitUntilStopped
  ; The Python of an older version.
  IfFileExists "$INSTDIR\python\${PYTHON}\*.*" +2
  RMDir /r "$INSTDIR\python"
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Head Table.lnk" "$INSTDIR\start.cmd" "" "$INSTDIR\head-table.ico" 0 SW_SHOWNORMAL
  CreateShortcut "$DESKTOP\Head Table.lnk" "$INSTDIR\start.cmd" "" "$INSTDIR\head-table.ico" 0 SW_SHOWNORMAL
  WriteRegStr HKCU "${KEY}" DisplayName "Head Table"
  WriteRegStr HKCU "${KEY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${KEY}" DisplayIcon "$INSTDIR\head-table.ico"
  WriteRegStr HKCU "${KEY}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${KEY}" NoModify 1
  WriteRegDWORD HKCU "${KEY}" NoRepair 1
SectionEnd

Section Uninstall
  !insertmacro WaitUntilStopped
  RMDir /r "$INSTDIR\python"
  Delete "$INSTDIR\uv.exe"
  Delete "$INSTDIR\start.cmd"
  Delete "$INSTDIR\head-table.pyw"
  Delete "$INSTDIR\head-table.ico"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Head Table.lnk"
  Delete "$DESKTOP\Head Table.lnk"
  DeleteRegKey HKCU "${KEY}"
  MessageBox MB_OK "Head Table is removed. Your parties are kept, in $LOCALAPPDATA\Head Table. If you no longer need them, delete that folder." /SD IDOK
SectionEnd
